#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runtime/machine/handed.h"
#include "runtime/models/locks.h"
#include "runtime/models/threads.h"
#include "runtime/models/waiting.h"
#include "runtime/observe/watching.h"
#include "runtime/program/modules.h"
#include "runtime/schedule/readiness.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/primitives.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

ConditionModel& model(pthread_cond_t* condition) { return model_of<ConditionModel>(static_cast<void*>(condition)); }

// As libc's functions do, also where nobody waits: a bad pointer is a crash.
void touch(pthread_cond_t* condition) { static_cast<void>(*reinterpret_cast<volatile unsigned char*>(condition)); }

// The queued thread that came k-th.
Thread* waiter_at(const void* condition, std::uint32_t position) {
  State& models = state();
  const std::uint32_t count = waiter_count(condition, OperationKind::kConditionWake);
  std::uint64_t after = 0;
  bool first = true;
  Thread* found = nullptr;
  for (std::uint32_t rank = 0; rank <= position && rank < count; ++rank) {
    found = nullptr;
    for (std::uint16_t index = 0; index < models.live_count; ++index) {
      Thread& candidate = thread(models.live[index]);
      if (candidate.status == Status::kBlocked && candidate.pending.kind == OperationKind::kConditionWake &&
          candidate.object == condition && (first || candidate.ticket > after) &&
          (found == nullptr || candidate.ticket < found->ticket)) {
        found = &candidate;
      }
    }
    if (found == nullptr) {
      return nullptr;
    }
    after = found->ticket;
    first = false;
  }
  return found;
}

void tell_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const void* caller, int /*unused*/) {
  watch_sync({.kind = SyncKind::kWait,
              .thread = state().current,
              .unowned = !mutex_can_wait(mutex),
              .object = reinterpret_cast<std::uintptr_t>(condition),
              .with = reinterpret_cast<std::uintptr_t>(mutex),
              .site = site_of_code(caller)});
}

void watch_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const void* caller) {
  call_aside(is_watched() ? tell_wait : nullptr, condition, mutex, caller, 0);
}

void tell_woken(const Thread* waiter, int /*unused*/, int /*unused*/, int /*unused*/) {
  watch_sync({.kind = SyncKind::kWoken,
              .thread = waiter->id,
              .object = reinterpret_cast<std::uintptr_t>(waiter->object),
              .site = {}});
}

int wait_on(pthread_cond_t* condition, pthread_mutex_t* mutex, std::uint64_t deadline, const void* caller) {
  const Place place{.site = nullptr, .caller = caller};
  visible(OperationKind::kConditionWait, condition, place);
  cancellation_point();  // the request may have come while this thread waited for its turn
  watch_wait(condition, mutex, caller);
  MutexHold hold{};
  if (const int error = mutex_give_up(mutex, hold); error != 0) {
    watch_sync(SyncKind::kWoken, condition, caller);
    return error;
  }
  Thread& self = current_thread();
  self.mutex = mutex;
  self.wait_cancelled = false;
  const Variant how = wait(OperationKind::kConditionWake, condition, place, deadline, true);
  if (how == kTimeout || how == kSpurious || how == kInterrupted) {
    watch_sync(SyncKind::kWoken, condition, caller);
    visible(OperationKind::kConditionReacquire, mutex, place);
  }
  self.mutex = nullptr;
  const int error = mutex_take_back(mutex, hold);
  // A thread that was signalled returns: otherwise the signal would be lost for the others.
  if (how != kProceed || self.wait_cancelled) {
    cancellation_point();
  }
  if (error != 0) {
    return error;
  }
  return how == kTimeout ? ETIMEDOUT : 0;
}

}  // namespace

void wake_condition_waiter(Thread& waiter) {
  call_aside(is_watched() ? tell_woken : nullptr, const_cast<const Thread*>(&waiter), 0, 0, 0);
  waiter.status = Status::kParked;
  waiter.can_wake_spuriously = false;
  waiter.deadline = kNever;
  waiter.signalled = true;
  waiter.object = waiter.mutex;
  waiter.variants = 1;
  waiter.pending.kind = OperationKind::kConditionReacquire;
  waiter.pending.address = reinterpret_cast<std::uintptr_t>(waiter.mutex);
  waiter.pending.object = object_of(waiter.mutex);
}

int condition_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  given_all(condition);
  std::memset(condition, 0, sizeof *condition);
  clockid_t clock = CLOCK_REALTIME;
  if (attributes != nullptr) {
    pthread_condattr_getclock(attributes, &clock);
  }
  model(condition).clock = static_cast<std::uint32_t>(clock);
  return 0;
}

int condition_destroy(pthread_cond_t* condition, const void* caller) {
  visible(OperationKind::kConditionDestroy, condition, {.site = nullptr, .caller = caller});
  model(condition).destroyed = 1;
  return 0;
}

int condition_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const void* caller) {
  return wait_on(condition, mutex, kNever, caller);
}

int condition_timed_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* absolute,
                         const void* caller) {
  if (clock != -1 && !is_waitable(clock)) {
    return EINVAL;
  }
  std::uint64_t deadline = 0;
  if (!deadline_of(clock == -1 ? static_cast<clockid_t>(model(condition).clock) : clock, absolute, deadline)) {
    return EINVAL;
  }
  return wait_on(condition, mutex, deadline, caller);
}

int condition_signal(pthread_cond_t* condition, const void* caller) {
  const Variant which = visible(OperationKind::kConditionSignal, condition, {.site = nullptr, .caller = caller});
  touch(condition);
  if (Thread* waiter = waiter_at(condition, which); waiter != nullptr) {
    wake_condition_waiter(*waiter);
  }
  return 0;
}

int condition_broadcast(pthread_cond_t* condition, const void* caller) {
  visible(OperationKind::kConditionBroadcast, condition, {.site = nullptr, .caller = caller});
  touch(condition);
  while (Thread* waiter = waiter_at(condition, 0)) {
    wake_condition_waiter(*waiter);
  }
  return 0;
}

}  // namespace heddle::runtime
