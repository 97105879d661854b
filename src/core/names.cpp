#include <string_view>

#include "core/operation.h"
#include "core/operation_traits.h"
#include "core/outcome.h"

namespace heddle {

std::string_view name(OperationKind kind) { return traits(kind).name; }

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
