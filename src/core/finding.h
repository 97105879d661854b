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

// Hints: what may go wrong, but has not in the execution that shows it.
[[nodiscard]] constexpr bool is_hint(FindingKind kind) {
  return kind == FindingKind::kNoCommonLock || kind == FindingKind::kPossibleDeadlock;
}

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

struct FindingThread {
  ThreadId id;
  ThreadName name;
  std::string label;  // "main", or as the program named it
  ThreadId creator = kNoThread;
  Stack created_at;
};

struct HeldLock {
  ObjectId object;
  std::string name;
  Stack locked_at;
};

// One of the operations that make the failure.
struct FindingOperation {
  Event event;
  std::string variable;  // the object's name in the program; empty: unknown
  Stack stack;
  std::vector<HeldLock> held;
};

struct Finding {
  FindingKind kind = FindingKind::kAssertion;
  bool certain = true;     // false: a hint. It never stops a hunt and never counts for the exit code.
  bool replayable = true;  // false: seen while running free
  std::string message;     // one line
  std::vector<FindingOperation> operations;
  std::vector<FindingThread> threads;
  std::uint64_t signature = 0;  // equal for two executions that show the same fault
  std::string build_id;
  PointSetVersion points;
  Schedule schedule;             // the shortest found
  std::uint64_t event_hash = 0;  // what the schedule must give again
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
  Minimality minimality = Minimality::kBudget;
  std::string replay_command;
};

}  // namespace heddle
