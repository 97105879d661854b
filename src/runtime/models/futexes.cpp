#include <linux/futex.h>

#include <cerrno>

#include "runtime/machine/fatal.h"
#include "runtime/models/waiting.h"
#include "runtime/observe/watching.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

bool waits_on(const Thread& candidate, const void* word) {
  return candidate.status == Status::kBlocked && candidate.pending.kind == OperationKind::kFutexWait &&
         candidate.object == word;
}

// The waiter with the lowest ticket not below `from`; nullptr if there is none.
Thread* next_waiter(const void* word, std::uint64_t from, std::uint32_t bits) {
  State& models = state();
  Thread* found = nullptr;
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    Thread& candidate = thread(models.live[index]);
    if (waits_on(candidate, word) && (candidate.bits & bits) != 0 && candidate.ticket >= from &&
        (found == nullptr || candidate.ticket < found->ticket)) {
      found = &candidate;
    }
  }
  return found;
}

// Code that nobody sees into waits and wakes where its atomics order threads. Of other code those are seen.
void watch_unseen(SyncKind kind, const void* word, Place place) {
  if (called_from_unseen_code(place.caller)) {
    watch_sync(kind, word, place.caller);
  }
}

long wait_for(const void* word, std::uint32_t value, std::uint64_t deadline, std::uint32_t bits, Place place) {
  Thread& self = current_thread();
  for (;;) {
    visible(OperationKind::kFutexWait, word, place);
    if (*static_cast<const std::uint32_t*>(word) != value) {
      watch_unseen(SyncKind::kReceive, word, place);
      return -EAGAIN;
    }
    self.bits = bits;
    const Variant how = wait(OperationKind::kFutexWait, word, place, deadline);
    if (how != kInterrupted) {
      if (how != kTimeout) {
        watch_unseen(SyncKind::kReceive, self.object, place);  // another word, where it was moved
      }
      return how == kTimeout ? -ETIMEDOUT : 0;
    }
    if (!self.signals.restarts || deadline != kNever) {
      return -EINTR;
    }
  }
}

// The kernel wakes in order of arrival; a single wake-up may go to any waiter (the variant), as the order of arrival is
// the kernel's business and no program may rely on it.
Variant take_turn_to_wake(const void* word, std::uint32_t count, std::uint32_t bits, Place place) {
  Thread& self = current_thread();
  self.wake_count = count;
  self.bits = bits;
  const Variant which = visible(OperationKind::kFutexWake, word, place);
  watch_unseen(SyncKind::kSend, word, place);
  return which;
}

long wake(const void* word, std::uint32_t count, std::uint32_t bits, Variant which) {
  Thread* waiter = next_waiter(word, 0, bits);
  for (Variant skipped = 0; skipped < which && waiter != nullptr; ++skipped) {
    waiter = next_waiter(word, waiter->ticket + 1, bits);
  }
  long woken = 0;
  while (waiter != nullptr && static_cast<std::uint32_t>(woken) < count) {
    const std::uint64_t ticket = waiter->ticket;
    release(*waiter);
    ++woken;
    waiter = next_waiter(word, ticket, bits);
  }
  return woken;
}

// With what must still be there, if anything.
long requeue(const void* from, const void* to, std::uint32_t wake_limit, std::uint32_t move_limit,
             const std::uint32_t* expected, Place place) {
  const Variant which = take_turn_to_wake(from, wake_limit, ~0U, place);
  if (expected != nullptr && *static_cast<const std::uint32_t*>(from) != *expected) {
    return -EAGAIN;
  }
  const long woken = wake(from, wake_limit, ~0U, which);
  long moved = 0;
  while (static_cast<std::uint32_t>(moved) < move_limit) {
    Thread* waiter = next_waiter(from, 0, ~0U);
    if (waiter == nullptr) {
      break;
    }
    waiter->object = const_cast<void*>(to);
    ++moved;
  }
  return woken + moved;
}

bool deadline_from(int operation, const timespec* timeout, std::uint64_t& deadline) {
  if (timeout == nullptr) {
    deadline = kNever;
    return true;
  }
  if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT) {
    return deadline_after(timeout, deadline);
  }
  return deadline_of((operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC, timeout, deadline);
}

}  // namespace

long futex(const void* word, int operation, std::uint32_t value, long timeout_or_count, const void* second,
           std::uint32_t third, const void* caller) {
  const Place place{.site = nullptr, .caller = caller};
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: {
      std::uint64_t deadline = kNever;
      if (!deadline_from(operation, reinterpret_cast<const timespec*>(timeout_or_count), deadline)) {
        return -EINVAL;
      }
      const bool all = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT;
      if (!all && third == 0) {
        return -EINVAL;
      }
      return wait_for(word, value, deadline, all ? ~0U : third, place);
    }
    case FUTEX_WAKE:
      return wake(word, value, ~0U, take_turn_to_wake(word, value, ~0U, place));
    case FUTEX_WAKE_BITSET:
      return third == 0 ? -EINVAL : wake(word, value, third, take_turn_to_wake(word, value, third, place));
    case FUTEX_CMP_REQUEUE:
      return requeue(word, second, value, static_cast<std::uint32_t>(timeout_or_count), &third, place);
    case FUTEX_REQUEUE:
      return requeue(word, second, value, static_cast<std::uint32_t>(timeout_or_count), nullptr, place);
    case FUTEX_UNLOCK_PI:
      return -EPERM;  // how glibc asks whether there is priority inheritance; its mutexes are modelled without futexes
    default:
      unsupported("futex operations other than wait, wake and requeue");
  }
}

}  // namespace heddle::runtime
