// The detector of data races against its definition (race_reference.h), on executions drawn at random.
#include "detectors/happens_before.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/rng.h"
#include "sim/race_checks.h"
#include "sim/race_reference.h"
#include "sim/random_trace.h"

namespace heddle::sim {
namespace {

class Notes final : public FindingSink {
 public:
  void report(const Fault& fault) override { seen.push_back({.step = step, .fault = fault}); }
  std::size_t step = 0;
  std::vector<Seen> seen;
};

// What the hooks of accesses do before they ask the detector (runtime/machine/near_hooks_x86_64.S).
class Hook {
 public:
  explicit Hook(HappensBefore& detector) : detector_(detector) { detector.show_in({.epoch = &epoch_, .seen = seen_}); }
  ~Hook() { detector_.show_in({.epoch = &nowhere_[0], .seen = &nowhere_[1]}); }
  Hook(const Hook&) = delete;
  Hook& operator=(const Hook&) = delete;

  [[nodiscard]] bool is_noted(const Access& access) const {
    const std::uintptr_t distance = detector_.directory()[access.address >> Shadow::kChunkShift];
    if (distance == 0 || access.size > 16 || !std::has_single_bit(access.size) || access.address % access.size != 0) {
      return false;
    }
    const bool reads = access.kind == AccessKind::kRead;
    const auto all = [&](const auto& is_right) {
      for (std::uintptr_t at = access.address; at < access.address + access.size; at += Shadow::kCellBytes) {
        const std::uint32_t mask = Shadow::mask(at & ~std::uintptr_t{3}, at, access.address + access.size);
        if (!is_right(Shadow::cell_at(distance, at), mask | ~0xfU)) {
          return false;
        }
      }
      return true;
    };
    return (reads && (all([&](ShadowCell cell, std::uint32_t mask) { return ((cell.read ^ epoch_) & mask) == 0; }) ||
                      all([&](ShadowCell cell, std::uint32_t) { return is_seen(cell.read); }))) ||
           all([&](ShadowCell cell, std::uint32_t mask) { return ((cell.write ^ epoch_) & mask) == 0; });
  }

 private:
  [[nodiscard]] bool is_seen(std::uint32_t word) const {
    return std::ranges::any_of(seen_, [word](std::uint64_t seen) { return static_cast<std::uint32_t>(seen) == word; });
  }

  HappensBefore& detector_;
  std::uint64_t epoch_ = 0;
  std::uint64_t seen_[2] = {};
  static inline std::uint64_t nowhere_[3];
};

template <bool kWrites>
bool access_at_once_of_size(HappensBefore& detector, const Access& access, bool others) {
  switch (access.size) {
    case 1:
      return detector.access_at_once<1, kWrites>(access.address, others);
    case 2:
      return detector.access_at_once<2, kWrites>(access.address, others);
    case 4:
      return detector.access_at_once<4, kWrites>(access.address, others);
    case 8:
      return detector.access_at_once<8, kWrites>(access.address, others);
    case 16:
      return detector.access_at_once<16, kWrites>(access.address, others);
    default:
      return false;
  }
}

bool access_at_once(HappensBefore& detector, const Access& access, bool others) {
  return writes(access.kind) ? access_at_once_of_size<true>(detector, access, others)
                             : access_at_once_of_size<false>(detector, access, others);
}

std::vector<Seen> watch(HappensBefore& detector, const Trace& trace, bool others = false) {
  Notes notes;
  detector.begin(notes);
  const Hook hook(detector);
  for (const TraceStep& step : trace) {
    if (const auto* access = std::get_if<Access>(&step); access != nullptr) {
      // As the runtime's hooks do: what can be done at once is done so.
      const bool is_plain = !access->atomic && access->kind != AccessKind::kFree && access->size != 0;
      detector.run(access->thread);
      const bool is_done =
          is_plain && !detector.keeps() && (hook.is_noted(*access) || access_at_once(detector, *access, others));
      if (!is_done) {
        detector.access(*access);
      }
    } else if (const auto* sync = std::get_if<Sync>(&step); sync != nullptr) {
      detector.synchronise(*sync);
    } else {
      detector.renew(std::get<MemoryRange>(step));
    }
    ++notes.step;
  }
  return notes.seen;
}

struct Counts {
  std::size_t racy = 0;
  std::size_t clean = 0;
  std::size_t faults = 0;
};

void expect_agreement(HappensBefore& detector, const Trace& trace, Counts& counts) {
  const std::vector<Race> races = races_of(trace);
  const std::vector<Seen> seen = watch(detector, trace, counts.racy % 2 == 0);
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
        return race.later == step &&
               std::minmax(first, second) == std::minmax(fault.last().operation.site, fault.earlier().operation.site);
      });
    };
    for (const Seen& seen : watch(detector, trace)) {
      EXPECT_EQ(seen.fault.earlier().operation.site.value, 0U);
      looking.look_at(
          {.ranges = {{.address = seen.fault.earlier().operation.address, .size = seen.fault.earlier().operation.size}},
           .sites = {}});
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
      EXPECT_NE(one.fault.earlier().operation.site.value, 0U);
      expect_sound(trace, races, one);
      ++found;
    }
  });
  EXPECT_GT(found, 1000U);
}

}  // namespace
}  // namespace heddle::sim
