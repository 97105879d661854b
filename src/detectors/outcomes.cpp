#include "detectors/outcomes.h"

#include <optional>

#include "core/hash.h"

namespace heddle {

namespace {

// Nothing: not a bad end.
[[nodiscard]] std::optional<FindingKind> kind_of(OutcomeKind outcome) {
  switch (outcome) {
    case OutcomeKind::kAssertion:
      return FindingKind::kAssertion;
    case OutcomeKind::kCrash:
      return FindingKind::kCrash;
    case OutcomeKind::kExit:
      return FindingKind::kExit;
    case OutcomeKind::kDeadlock:
      return FindingKind::kDeadlock;
    case OutcomeKind::kLivelock:
      return FindingKind::kLivelock;
    case OutcomeKind::kLockMisuse:
      return FindingKind::kLockMisuse;
    case OutcomeKind::kDestroyedPrimitive:
      return FindingKind::kDestroyedPrimitive;
    default:
      return std::nullopt;
  }
}

}  // namespace

void BadOutcome::end(const Outcome& outcome, FindingSink& sink) {
  if (kind_of(outcome.kind) == kind_) {
    Fault fault;
    fault.kind = kind_;
    fault.last().thread = outcome.thread;
    fault.signature = combine(static_cast<std::uint64_t>(outcome.kind), outcome.fault);
    sink.report(fault);
  }
}

}  // namespace heddle
