#include <string_view>

#include "core/operation.h"
#include "core/outcome.h"

namespace heddle {

std::string_view name(OperationKind kind) {
  static constexpr std::string_view kNames[kOperationKindCount] = {
      "read",
      "write",
      "read-range",
      "write-range",
      "vptr-read",
      "vptr-write",
      "atomic-load",
      "atomic-store",
      "atomic-rmw",
      "compare-exchange",
      "fence",
      "allocate",
      "free",
      "thread-create",
      "thread-start",
      "thread-end",
      "thread-join",
      "thread-detach",
      "thread-cancel",
      "lock",
      "try-lock",
      "timed-lock",
      "unlock",
      "mutex-destroy",
      "spin-lock",
      "spin-try-lock",
      "spin-unlock",
      "read-lock",
      "try-read-lock",
      "timed-read-lock",
      "write-lock",
      "try-write-lock",
      "timed-write-lock",
      "rw-unlock",
      "rw-destroy",
      "cond-wait",
      "cond-wake",
      "cond-reacquire",
      "cond-signal",
      "cond-broadcast",
      "cond-destroy",
      "sem-wait",
      "sem-try-wait",
      "sem-timed-wait",
      "sem-post",
      "sem-get-value",
      "sem-destroy",
      "barrier-wait",
      "barrier-destroy",
      "once-enter",
      "once-done",
      "once-abort",
      "futex-wait",
      "futex-wake",
      "yield",
      "sleep",
      "choose",
      "process-exit",
      "atomic-section",
      "fd-open",
      "fd-close",
      "fd-read",
      "fd-write",
      "fd-control",
      "accept",
      "connect",
      "poll",
      "unseen-wait",
      "signal-send",
      "signal",
      "signal-hold",
      "sigaction",
      "sigmask",
      "sigwait",
      "sigsuspend",
      "timer-set",
      "process-create",
      "process-wait",
      "process-signal",
      "frame-end",
  };
  return kNames[static_cast<int>(kind)];
}

std::string_view name(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::kRelaxed:
      return "relaxed";
    case MemoryOrder::kConsume:
      return "consume";
    case MemoryOrder::kAcquire:
      return "acquire";
    case MemoryOrder::kRelease:
      return "release";
    case MemoryOrder::kAcquireRelease:
      return "acq_rel";
    case MemoryOrder::kSequentiallyConsistent:
      return "seq_cst";
    case MemoryOrder::kNone:
      break;
  }
  return "";
}

std::string_view name(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::kPassed:
      return "passed";
    case OutcomeKind::kAssertion:
      return "assertion";
    case OutcomeKind::kCrash:
      return "crash";
    case OutcomeKind::kDeadlock:
      return "deadlock";
    case OutcomeKind::kExit:
      return "exit";
    case OutcomeKind::kStepLimit:
      return "step-limit";
    case OutcomeKind::kAssumption:
      return "assumption";
    case OutcomeKind::kUnsupported:
      return "unsupported";
    case OutcomeKind::kDiverged:
      return "diverged";
    case OutcomeKind::kMoreThreads:
      return "more-threads";
    case OutcomeKind::kLockMisuse:
      return "lock-misuse";
    case OutcomeKind::kDestroyedPrimitive:
      return "destroyed-primitive";
    case OutcomeKind::kDetected:
      return "detected";
    case OutcomeKind::kLivelock:
      return "livelock";
    case OutcomeKind::kThreadLimit:
      return "thread-limit";
    case OutcomeKind::kStuck:
      return "stuck";
  }
  return "";
}

}  // namespace heddle
