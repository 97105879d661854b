#include "detectors/outcomes.h"

#include "core/hash.h"

namespace heddle {

void Outcomes::end(const Outcome& outcome, FindingSink& sink) {
  Fault fault{.thread = outcome.thread,
              .signature = combine(static_cast<std::uint64_t>(outcome.kind), outcome.fault),
              .operation = {}};
  switch (outcome.kind) {
    case OutcomeKind::kAssertion:
      fault.kind = FindingKind::kAssertion;
      break;
    case OutcomeKind::kCrash:
      fault.kind = FindingKind::kCrash;
      break;
    case OutcomeKind::kDeadlock:
      fault.kind = FindingKind::kDeadlock;
      break;
    case OutcomeKind::kLivelock:
      fault.kind = FindingKind::kLivelock;
      break;
    case OutcomeKind::kLockMisuse:
      fault.kind = FindingKind::kLockMisuse;
      break;
    case OutcomeKind::kDestroyedPrimitive:
      fault.kind = FindingKind::kDestroyedPrimitive;
      break;
    case OutcomeKind::kExit:
      if (!judges_exit_) {
        return;
      }
      fault.kind = FindingKind::kExit;
      break;
    default:
      return;
  }
  sink.report(fault);
}

}  // namespace heddle
