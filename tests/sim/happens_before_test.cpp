// The detector of data races against its definition (race_reference.h), on executions drawn at random.
#include "detectors/happens_before.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "core/rng.h"
#include "sim/race_reference.h"
#include "sim/random_trace.h"

namespace heddle::sim {
namespace {

struct Seen {
  std::size_t step;
  Fault fault;
};

class Notes final : public FindingSink {
 public:
  void report(const Fault& fault) override { seen.push_back({.step = step, .fault = fault}); }
  std::size_t step = 0;
  std::vector<Seen> seen;
};

std::vector<Seen> watch(HappensBefore& detector, const Trace& trace) {
  Notes notes;
  detector.begin(notes);
  for (const TraceStep& step : trace) {
    if (const auto* access = std::get_if<Access>(&step); access != nullptr) {
      detector.access(*access);
    } else if (const auto* sync = std::get_if<Sync>(&step); sync != nullptr) {
      detector.synchronise(*sync);
    } else {
      detector.renew(std::get<MemoryRange>(step));
    }
    ++notes.step;
  }
  return notes.seen;
}

std::string text(const Trace& trace) {
  std::ostringstream out;
  for (std::size_t index = 0; index < trace.size(); ++index) {
    out << index << ": ";
    if (const auto* access = std::get_if<Access>(&trace[index]); access != nullptr) {
      out << "T" << access->thread.value << " access " << static_cast<int>(access->kind)
          << (access->atomic ? " atomic " : " plain ") << static_cast<int>(access->order) << std::hex << " 0x"
          << access->address << std::dec << "+" << access->size << " site " << access->site.value;
    } else if (const auto* sync = std::get_if<Sync>(&trace[index]); sync != nullptr) {
      out << "T" << sync->thread.value << " sync " << static_cast<int>(sync->kind) << " order "
          << static_cast<int>(sync->order) << std::hex << " 0x" << sync->object << std::dec << " other "
          << sync->other.value;
    } else {
      const auto& range = std::get<MemoryRange>(trace[index]);
      out << std::hex << "renew 0x" << range.address << std::dec << "+" << range.size;
    }
    out << "\n";
  }
  return out.str();
}

// What is reported is a race, byte for byte.
void expect_sound(const Trace& trace, const std::vector<Race>& races, const Seen& seen) {
  const auto& access = std::get<Access>(trace[seen.step]);
  EXPECT_EQ(seen.fault.kind, FindingKind::kDataRace);
  EXPECT_EQ(seen.fault.thread, access.thread);
  EXPECT_EQ(seen.fault.operation.site, access.site);
  EXPECT_EQ(seen.fault.operation.address, access.address);
  EXPECT_EQ(seen.fault.operation.size, access.size);
  const Operation& before = seen.fault.before;
  ASSERT_GT(before.size, 0U);
  const bool is_known = before.site.value != 0;
  const auto is_race = [&](std::uintptr_t byte) {
    return std::ranges::any_of(races, [&](const Race& race) {
      const auto& earlier = std::get<Access>(trace[race.earlier]);
      return race.later == seen.step && race.byte == byte && earlier.thread == seen.fault.other &&
             (before.kind != OperationKind::kRead || earlier.kind == AccessKind::kRead) &&
             (!is_known || (before.site == earlier.site && before.address == earlier.address &&
                            before.size == earlier.size && before.order == earlier.order));
    });
  };
  std::vector<std::uintptr_t> bytes(before.size);
  std::iota(bytes.begin(), bytes.end(), before.address);
  // Of an access that is known as a whole, some bytes may have begun a new life.
  EXPECT_TRUE(is_known ? std::ranges::any_of(bytes, is_race) : std::ranges::all_of(bytes, is_race))
      << "step " << seen.step << ", byte " << std::hex << before.address;
}

// Every byte's first race is reported where it is completed. Of the same place nothing is reported twice.
void expect_complete(const Trace& trace, const std::vector<Race>& races, const std::vector<Seen>& seen) {
  for (const Race& race : races) {
    const bool is_first = std::ranges::none_of(
        races, [&race](const Race& other) { return other.byte == race.byte && other.later < race.later; });
    if (is_first) {
      EXPECT_TRUE(std::ranges::any_of(seen,
                                      [&](const Seen& one) {
                                        return one.step <= race.later &&
                                               one.fault.operation.site == std::get<Access>(trace[race.later]).site;
                                      }))
          << "steps " << race.earlier << " and " << race.later << ", byte " << std::hex << race.byte;
    }
  }
}

struct Counts {
  std::size_t racy = 0;
  std::size_t clean = 0;
  std::size_t faults = 0;
};

void expect_agreement(HappensBefore& detector, const Trace& trace, Counts& counts) {
  const std::vector<Race> races = races_of(trace);
  const std::vector<Seen> seen = watch(detector, trace);
  EXPECT_EQ(seen.empty(), races.empty());
  for (const Seen& one : seen) {
    expect_sound(trace, races, one);
  }
  expect_complete(trace, races, seen);
  ++(races.empty() ? counts.clean : counts.racy);
  counts.faults += seen.size();
}

// So many programs, and executions of each; up to the first one where something is wrong.
template <typename Check>
void for_random_executions(std::uint64_t seed, std::size_t programs, std::size_t executions, Check&& check) {
  Rng rng(seed);
  for (std::size_t number = 0; number < programs; ++number) {
    const TracedProgram program = random_traced_program(rng);
    for (std::size_t execution = 0; execution < executions; ++execution) {
      const Trace trace = random_execution(program, rng);
      check(trace);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "program " << number << "\n" << text(trace);
    }
  }
}

TEST(HappensBeforeAgainstReference, AgreesOnEveryExecution) {
  HappensBefore detector;  // one for all: nothing is left over from one execution to the next
  Counts counts;
  for_random_executions(1, 5000, 6, [&](const Trace& trace) { expect_agreement(detector, trace, counts); });
  // Fixed by the seed; what matters is that there are many of both.
  EXPECT_GT(counts.racy, 10000U);
  EXPECT_GT(counts.clean, 5000U);
  RecordProperty("racy", static_cast<int>(counts.racy));
  RecordProperty("clean", static_cast<int>(counts.clean));
}

// Few numbers: every few executions all begins anew.
TEST(HappensBeforeAgainstReference, AgreesWhenNumbersBeginAnewBetweenExecutions) {
  HappensBefore detector(HappensBefore::kBySite, 1024);
  Counts counts;
  for_random_executions(3, 1000, 3, [&](const Trace& trace) { expect_agreement(detector, trace, counts); });
  EXPECT_GT(counts.racy, 1000U);
}

// Fewer than an execution needs: races are missed, but none is invented.
TEST(HappensBeforeAgainstReference, InventsNothingWhenNumbersRunOut) {
  HappensBefore detector(HappensBefore::kBySite, 64);
  std::size_t missed = 0;
  std::size_t found = 0;
  for_random_executions(4, 1000, 3, [&](const Trace& trace) {
    const std::vector<Race> races = races_of(trace);
    const std::vector<Seen> seen = watch(detector, trace);
    for (const Seen& one : seen) {
      expect_sound(trace, races, one);
    }
    ++(seen.empty() && !races.empty() ? missed : found);
  });
  EXPECT_GT(missed, 10U);
  EXPECT_GT(found, 1000U);
}

TEST(HappensBeforeAgainstReference, KnowsBothPlacesWhereItLooks) {
  HappensBefore detector;
  HappensBefore looking;
  std::size_t looked = 0;
  for_random_executions(2, 1000, 3, [&](const Trace& trace) {
    const std::vector<Race> races = races_of(trace);
    const auto has_pair = [&](const Fault& fault, std::size_t step) {
      return std::ranges::any_of(races, [&](const Race& race) {
        const SiteId first = std::get<Access>(trace[race.earlier]).site;
        const SiteId second = std::get<Access>(trace[race.later]).site;
        return race.later == step && std::minmax(first, second) == std::minmax(fault.operation.site, fault.before.site);
      });
    };
    for (const Seen& seen : watch(detector, trace)) {
      EXPECT_EQ(seen.fault.before.site.value, 0U);
      looking.look_at(
          {.ranges = {{.address = seen.fault.before.address, .size = seen.fault.before.size}}, .sites = {}});
      bool found = false;
      for (const Seen& again : watch(looking, trace)) {
        expect_sound(trace, races, again);
        found = found || has_pair(again.fault, seen.step);
      }
      EXPECT_TRUE(found) << "step " << seen.step;
      ++looked;
    }
  });
  EXPECT_GT(looked, 1000U);
}

TEST(HappensBeforeAgainstReference, KnowsAllPlacesWhereItLooksAtAllSites) {
  HappensBefore looking;
  std::size_t found = 0;
  for_random_executions(5, 1000, 3, [&](const Trace& trace) {
    Looking everywhere;
    for (const TraceStep& step : trace) {
      if (const auto* access = std::get_if<Access>(&step); access != nullptr) {
        everywhere.sites.push_back(access->site);
      }
    }
    looking.look_at(everywhere);
    const std::vector<Race> races = races_of(trace);
    const std::vector<Seen> seen = watch(looking, trace);
    EXPECT_EQ(seen.empty(), races.empty());
    for (const Seen& one : seen) {
      EXPECT_NE(one.fault.before.site.value, 0U);
      expect_sound(trace, races, one);
      ++found;
    }
  });
  EXPECT_GT(found, 1000U);
}

}  // namespace
}  // namespace heddle::sim
