#include <cerrno>
#include <climits>
#include <csignal>

#include "runtime/machine/handed.h"
#include "runtime/models/threads.h"
#include "runtime/models/waiting.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/observe/watching.h"
#include "runtime/program/modules.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/primitives.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

SemaphoreModel& model(sem_t* semaphore) { return model_of<SemaphoreModel>(static_cast<void*>(semaphore)); }
BarrierModel& model(pthread_barrier_t* barrier) { return model_of<BarrierModel>(static_cast<void*>(barrier)); }

void tell_passage(unsigned thread, const pthread_barrier_t* barrier, int /*unused*/, int /*unused*/) {
  watch_sync({.kind = SyncKind::kReceive,
              .thread = {static_cast<std::uint16_t>(thread)},
              .object = reinterpret_cast<std::uintptr_t>(barrier),
              .site = {}});
}

void watch_thread_at(ThreadId thread, const pthread_barrier_t* barrier) {
  call_aside(is_watched() ? tell_passage : nullptr, unsigned{thread.value}, barrier, 0, 0);
}

int fail(int error) {
  errno = error;
  return -1;
}

}  // namespace

int semaphore_init(sem_t* semaphore, int /*shared*/, unsigned value) {
  if (value > SEM_VALUE_MAX) {
    return fail(EINVAL);
  }
  given_all(semaphore);
  *semaphore = {};
  model(semaphore).value = value;
  return 0;
}

int semaphore_destroy(sem_t* semaphore, const void* caller) {
  visible(OperationKind::kSemaphoreDestroy, semaphore, {.site = nullptr, .caller = caller});
  model(semaphore).destroyed = 1;
  return 0;
}

int semaphore_wait(sem_t* semaphore, const void* caller) {
  cancellation_point();
  if (visible(OperationKind::kSemaphoreWait, semaphore, {.site = nullptr, .caller = caller}) == kInterrupted) {
    return fail(EINTR);
  }
  cancellation_point();
  --model(semaphore).value;
  watch_sync(SyncKind::kReceive, semaphore, caller);
  return 0;
}

int semaphore_try_wait(sem_t* semaphore, const void* caller) {
  visible(OperationKind::kSemaphoreTryWait, semaphore, {.site = nullptr, .caller = caller});
  if (model(semaphore).value == 0) {
    return fail(EAGAIN);
  }
  --model(semaphore).value;
  watch_sync(SyncKind::kReceive, semaphore, caller);
  return 0;
}

int semaphore_timed_wait(sem_t* semaphore, clockid_t clock, const timespec* absolute, const void* caller) {
  std::uint64_t deadline = 0;
  if (!is_waitable(clock) || !deadline_of(clock, absolute, deadline)) {
    return fail(EINVAL);
  }
  cancellation_point();
  const Variant how =
      visible(OperationKind::kSemaphoreTimedWait, semaphore, {.site = nullptr, .caller = caller}, 1, deadline);
  if (how == kTimeout || how == kInterrupted) {
    return fail(how == kTimeout ? ETIMEDOUT : EINTR);
  }
  cancellation_point();
  --model(semaphore).value;
  watch_sync(SyncKind::kReceive, semaphore, caller);
  return 0;
}

int semaphore_post(sem_t* semaphore, const void* caller) {
  visible(OperationKind::kSemaphorePost, semaphore, {.site = nullptr, .caller = caller});
  if (model(semaphore).value == SEM_VALUE_MAX) {
    return fail(EOVERFLOW);
  }
  watch_sync(SyncKind::kSend, semaphore, caller);
  ++model(semaphore).value;
  return 0;
}

int semaphore_get_value(sem_t* semaphore, int* value, const void* caller) {
  given_all(value);
  visible(OperationKind::kSemaphoreGetValue, semaphore, {.site = nullptr, .caller = caller});
  const auto current = static_cast<int>(model(semaphore).value);
  *value = current;
  return 0;
}

int barrier_init(pthread_barrier_t* barrier, unsigned count) {
  if (count == 0 || count > INT_MAX) {
    return EINVAL;
  }
  given_all(barrier);
  *barrier = {};
  model(barrier).threshold = count;
  return 0;
}

int barrier_destroy(pthread_barrier_t* barrier, const void* caller) {
  visible(OperationKind::kBarrierDestroy, barrier, {.site = nullptr, .caller = caller});
  model(barrier).destroyed = 1;
  return 0;
}

int barrier_wait(pthread_barrier_t* barrier, const void* caller) {
  const Place place{.site = nullptr, .caller = caller};
  visible(OperationKind::kBarrierWait, barrier, place);
  BarrierModel& round = model(barrier);
  if (round.threshold == 0) {
    // libc divides by it.
    describe_outcome("SIGFPE: arithmetic error: the barrier was not initialised");
    note_fault_place(site_of_code(caller));
    end_execution(OutcomeKind::kCrash, SIGFPE, 0);
  }
  watch_sync(SyncKind::kSend, barrier, caller);
  if (++round.arrived < round.threshold) {
    const std::uint32_t rounds = round.rounds;
    // While it handles a signal it is not among those that are released.
    while (wait(OperationKind::kBarrierWait, barrier, place, kNever) == kInterrupted && round.rounds == rounds) {
    }
    return 0;
  }
  round.arrived = 0;
  ++round.rounds;
  State& models = state();
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    Thread& waiter = thread(models.live[index]);
    if (waiter.status == Status::kBlocked && waiter.pending.kind == OperationKind::kBarrierWait &&
        waiter.object == barrier) {
      release(waiter);
      watch_thread_at(waiter.id, barrier);
    }
  }
  watch_thread_at(state().current, barrier);
  watch_sync(SyncKind::kDestroy, barrier, caller);  // the next round knows nothing of this one
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

}  // namespace heddle::runtime
