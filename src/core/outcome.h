// How one execution ended.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/ids.h"

namespace heddle {

// The numbers go into files: append only.
enum class OutcomeKind : std::uint8_t {
  kPassed = 0,               // exit status 0
  kAssertion = 1,            // assert() and friends
  kCrash = 2,                // fatal signal, abort, uncaught exception, stack overflow
  kDeadlock = 3,             // threads left, none can ever continue
  kExit = 4,                 // exit status not 0
  kStepLimit = 5,            // no verdict
  kAssumption = 6,           // heddle_assume was false: no verdict
  kUnsupported = 7,          // the target needs something heddle does not have: no verdict
  kDiverged = 8,             // the schedule does not fit this execution: no verdict
  kMoreThreads = 9,          // internal: more thread contexts are needed, run again
  kLockMisuse = 10,          // a lock released by a thread that does not hold it
  kDestroyedPrimitive = 11,  // used after it was destroyed
  kLivelock = 12,            // threads left, each waiting for memory that no thread will write
  kDetected = 13,            // stopped where a detector saw the fault that was looked for
  kThreadLimit = 14,         // no verdict
  kStuck = 15,               // no thread reached anything heddle sees: no verdict
};

inline constexpr int kOutcomeKindCount = static_cast<int>(OutcomeKind::kStuck) + 1;

[[nodiscard]] std::string_view name(OutcomeKind kind);

// Failures make `heddle run` exit with 1 and are kept as a schedule.
[[nodiscard]] constexpr bool is_failure(OutcomeKind kind) {
  return (kind >= OutcomeKind::kAssertion && kind <= OutcomeKind::kExit) ||
         (kind >= OutcomeKind::kLockMisuse && kind <= OutcomeKind::kDetected);
}

// It would have gone on.
[[nodiscard]] constexpr bool is_cut(OutcomeKind kind) {
  return kind == OutcomeKind::kStepLimit || kind == OutcomeKind::kThreadLimit || kind == OutcomeKind::kStuck;
}

struct Outcome {
  OutcomeKind kind = OutcomeKind::kPassed;
  ThreadId thread = kNoThread;   // the one that failed
  std::int32_t signal = 0;       // kCrash
  std::int32_t exit_status = 0;  // kPassed, kExit
  std::uint64_t steps = 0;       // visible operations, and system calls that are none
  std::uint32_t switches = 0;    // consecutive steps of different threads
  std::uint64_t events = 0;
  std::uint64_t event_hash = 0;
  std::uint64_t fault = 0;  // failures: names what failed and where; equal for two executions that show the same
};

}  // namespace heddle
