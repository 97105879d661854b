#include "sim/race_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <sstream>

namespace heddle::sim {

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

void expect_sound(const Trace& trace, const std::vector<Race>& races, const Seen& seen) {
  const auto& access = std::get<Access>(trace[seen.step]);
  EXPECT_EQ(seen.fault.kind, FindingKind::kDataRace);
  EXPECT_EQ(seen.fault.last().thread, access.thread);
  EXPECT_EQ(seen.fault.last().operation.site, access.site);
  EXPECT_EQ(seen.fault.last().operation.address, access.address);
  EXPECT_EQ(seen.fault.last().operation.size, access.size);
  const Operation& before = seen.fault.earlier().operation;
  ASSERT_GT(before.size, 0U);
  const bool is_known = before.site.value != 0;
  const auto is_race = [&](std::uintptr_t byte) {
    return std::ranges::any_of(races, [&](const Race& race) {
      const auto& earlier = std::get<Access>(trace[race.earlier]);
      return race.later == seen.step && race.byte == byte && earlier.thread == seen.fault.earlier().thread &&
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

void expect_complete(const Trace& trace, const std::vector<Race>& races, const std::vector<Seen>& seen) {
  for (const Race& race : races) {
    const bool is_first = std::ranges::none_of(
        races, [&race](const Race& other) { return other.byte == race.byte && other.later < race.later; });
    if (is_first) {
      EXPECT_TRUE(std::ranges::any_of(seen,
                                      [&](const Seen& one) {
                                        return one.step <= race.later && one.fault.last().operation.site ==
                                                                             std::get<Access>(trace[race.later]).site;
                                      }))
          << "steps " << race.earlier << " and " << race.later << ", byte " << std::hex << race.byte;
    }
  }
}

}  // namespace heddle::sim
