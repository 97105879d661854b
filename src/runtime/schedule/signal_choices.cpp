// What signals make possible for a thread that is before an operation, or waits in it.
#include <csignal>

#include "runtime/program/modules.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

void prepare_delivery(Thread& candidate) {
  const int signal = first_signal(due_signals(candidate));
  const SignalAction& action = state().signals.actions[signal];
  candidate.signals.delivery = {.kind = OperationKind::kSignalDeliver,
                                .size = static_cast<std::uint32_t>(signal),
                                .site = candidate.pending.site,
                                .object = object_of(&action),
                                .address = reinterpret_cast<std::uintptr_t>(&action)};
}

bool is_interruptible(const Thread& waiting) {
  switch (waiting.pending.kind) {
    case OperationKind::kSemaphoreWait:
    case OperationKind::kSemaphoreTimedWait:
    case OperationKind::kDescriptorRead:
    case OperationKind::kDescriptorWrite:
    case OperationKind::kAccept:
    case OperationKind::kConnect:
    case OperationKind::kPoll:
    case OperationKind::kSignalWait:
    case OperationKind::kSignalSuspend:
    case OperationKind::kSleep:
    case OperationKind::kProcessWait:
      return true;
    default:
      return false;
  }
}

// As signal(7) has it, and the kernel where that is wrong.
bool is_never_restarted(const Thread& waiting) {
  switch (waiting.pending.kind) {
    case OperationKind::kDescriptorRead:
    case OperationKind::kDescriptorWrite:
    case OperationKind::kAccept:
    case OperationKind::kConnect:
      return waiting.descriptor_wait != nullptr && waiting.descriptor_wait->own_deadline != kNever;
    case OperationKind::kSemaphoreWait:
    case OperationKind::kProcessWait:
      return false;
    default:
      return true;
  }
}

bool may_come_early(const Thread& waiting) {
  const std::uint64_t early = due_signals(waiting) & ~waiting.signals.call_mask;
  if (early == 0 || !is_interruptible(waiting)) {
    return false;
  }
  const SignalAction& action = state().signals.actions[first_signal(early)];
  return (action.flags & SA_RESTART) == 0 || is_never_restarted(waiting);
}

// The kernel handles signals whenever a thread comes back from a system call.
bool may_be_put_off(OperationKind kind) {
  switch (kind) {
    case OperationKind::kConditionReacquire:
    case OperationKind::kFutexWait:
    case OperationKind::kFutexWake:
    case OperationKind::kYield:
    case OperationKind::kSleep:
    case OperationKind::kProcessExit:
      return false;
    default:
      return kind < OperationKind::kDescriptorOpen;
  }
}

}  // namespace heddle::runtime
