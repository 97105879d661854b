#include "runtime/schedule/readiness.h"

#include <algorithm>

#include "runtime/kernel/descriptors.h"
#include "runtime/schedule/misuse.h"
#include "runtime/schedule/signals.h"
#include "runtime/schedule/unseen_waits.h"
#include "runtime/state/primitives.h"

namespace heddle::runtime {
namespace {

bool mutex_available(const Thread& self, const void* object) {
  const auto& mutex = model_of<MutexModel>(object);
  if (mutex.locked == 0) {
    return true;
  }
  // A recursive one counts up; an error-checking one returns EDEADLK. Both at once.
  return mutex.owner == owner_mark(self) && (mutex.kind & kMutexTypeMask) != 0 &&
         (mutex.kind & kMutexTypeMask) <= kMutexErrorCheck;
}

bool readable(const Thread& self, const void* object) {
  const auto& lock = model_of<ReadWriteModel>(object);
  if (lock.writer == 0) {
    return lock.waiting == 0;
  }
  return lock.writer == std::uint32_t{self.id.value} + 1;  // itself: EDEADLK
}

bool writable(const Thread& self, const void* object) {
  const auto& lock = model_of<ReadWriteModel>(object);
  return (lock.writer == 0 && lock.readers == 0) || lock.writer == std::uint32_t{self.id.value} + 1;
}

bool once_available(const Thread& self) {
  if (self.once_is_guard) {
    return model_of<GuardModel>(self.object).running == 0;
  }
  return model_of<OnceModel>(self.object).state != 1;
}

bool to_be_cancelled(const Thread& self) { return self.cancel_pending && !self.cancel_disabled && !self.cancelling; }

bool can_proceed(const Thread& self) {
  switch (self.pending.kind) {
    case OperationKind::kMutexLock:
    case OperationKind::kMutexTimedLock:
    case OperationKind::kConditionReacquire:
      return mutex_available(self, self.object);
    case OperationKind::kSpinLock:
      return *static_cast<const int*>(self.object) == 0;
    case OperationKind::kReadLock:
    case OperationKind::kTimedReadLock:
      return readable(self, self.object);
    case OperationKind::kWriteLock:
    case OperationKind::kTimedWriteLock:
      return writable(self, self.object);
    case OperationKind::kOnceEnter:
      return once_available(self);
    case OperationKind::kSemaphoreWait:
    case OperationKind::kSemaphoreTimedWait:
      return model_of<SemaphoreModel>(self.object).value != 0 || to_be_cancelled(self);
    case OperationKind::kDescriptorRead:
    case OperationKind::kDescriptorWrite:
    case OperationKind::kAccept:
    case OperationKind::kConnect:
    case OperationKind::kPoll:
    case OperationKind::kProcessWait:
      return descriptors_ready(self) || to_be_cancelled(self);
    case OperationKind::kUnseenWait:
      return may_try_again(self);
    case OperationKind::kSignalWait:
      return awaited_signals(self) != 0 || to_be_cancelled(self);
    case OperationKind::kSignalSuspend:
      return to_be_cancelled(self);
    default:
      return true;
  }
}

// A wait for a primitive that is no more would be one for ever, and hide the reason.
bool enabled(const Thread& self) { return can_proceed(self) || misuse_of(self) == Misuse::kDestroyed; }

}  // namespace

std::uint32_t waiter_count(const void* object, OperationKind waiting, std::uint32_t bits) {
  const State& models = state();
  std::uint32_t count = 0;
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    const Thread& candidate = models.threads[models.live[index].value];
    count += candidate.status == Status::kBlocked && candidate.pending.kind == waiting && candidate.object == object &&
             (bits == ~0U || (candidate.bits & bits) != 0);
  }
  return count;
}

std::uint32_t ordinary_variants(const Thread& parked) {
  // Which waiter is woken is a choice, made among those who wait when the signal happens.
  if (parked.pending.kind == OperationKind::kConditionSignal) {
    return std::max(1U, waiter_count(parked.object, OperationKind::kConditionWake));
  }
  if (parked.pending.kind == OperationKind::kFutexWake && parked.wake_count == 1) {
    return std::max(1U, waiter_count(parked.object, OperationKind::kFutexWait, parked.bits));
  }
  if (parked.pending.kind == OperationKind::kSignalSend && parked.signals.sent != 0) {
    return signal_candidates(parked.signals.sent);
  }
  return enabled(parked) ? parked.variants : 0;
}

}  // namespace heddle::runtime
