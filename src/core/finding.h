// A failure of the target, with all that is needed to understand and repeat it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/event.h"
#include "core/schedule.h"

namespace heddle {

// The numbers go into files: append only.
enum class FindingKind : std::uint8_t {
  kAssertion = 0,
  kCrash = 1,
  kExit = 2,
  kDeadlock = 3,
  kLivelock = 4,
  kLockMisuse = 5,
  kDestroyedPrimitive = 6,
  kDataRace = 7,
  kNoCommonLock = 8,
  kPossibleDeadlock = 9,
  kUseAfterFree = 10,
  kDoubleFree = 11,
  kHeapOverflow = 12,
  kWrongFree = 13,
  kStackUseAfterExit = 14,
};
inline constexpr int kFindingKindCount = static_cast<int>(FindingKind::kStackUseAfterExit) + 1;

// How sure it is that no shorter schedule shows the same failure.
enum class Minimality : std::uint8_t {
  kProved = 0,  // the bound below is complete without it
  kLocal = 1,   // no single preemption can be left out
  kBudget = 2,  // the time for minimising ran out
};

// "deadlock", "lock-misuse" ...: the words of reports and of the JSON summary.
[[nodiscard]] std::string_view name(FindingKind kind);
[[nodiscard]] std::string_view name(Minimality minimality);

struct StackFrame {
  std::string module;
  std::uint64_t offset = 0;  // in the module: addresses mean nothing in another process
  std::string function;
  std::string file;  // empty: no debug information
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool library = false;  // of the C++ library, the compiler or the system: not what the user wrote

  friend bool operator==(const StackFrame&, const StackFrame&) = default;
};
using Stack = std::vector<StackFrame>;  // innermost first

}  // namespace heddle
