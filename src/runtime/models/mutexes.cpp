#include <cerrno>

#include "runtime/machine/handed.h"
#include "runtime/machine/notes.h"
#include "runtime/machine/real.h"
#include "runtime/models/locks.h"
#include "runtime/observe/watching.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/primitives.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

MutexModel& model(pthread_mutex_t* mutex) { return model_of<MutexModel>(static_cast<void*>(mutex)); }

void remember_held(Thread& self, void* mutex) {
  auto* held = static_cast<HeldMutex*>(allocate_block(sizeof(HeldMutex)));
  *held = {.mutex = mutex, .next = self.held};
  self.held = held;
}

void forget_held(Thread& self, const void* mutex) {
  for (HeldMutex** link = &self.held; *link != nullptr; link = &(*link)->next) {
    if ((*link)->mutex == mutex) {
      HeldMutex* found = *link;
      *link = found->next;
      free_block(found, sizeof(HeldMutex));
      return;
    }
  }
}

// The lock is this thread's to take, or its own already: one step, no choice left.
int acquire(pthread_mutex_t* mutex, Patience patience) {
  Thread& self = current_thread();
  MutexModel& lock = model(mutex);
  if (lock.kind == kMutexDestroyed) {
    return EINVAL;
  }
  if (lock.locked != 0) {
    const bool own = lock.owner == owner_mark(self);
    if (own && (lock.kind & kMutexTypeMask) == kMutexRecursive) {
      if (lock.count == ~0U) {
        return EAGAIN;
      }
      ++lock.count;
      return 0;
    }
    return patience == Patience::kNone ? EBUSY : EDEADLK;
  }
  if (lock.owner == kNotRecoverable) {
    return ENOTRECOVERABLE;
  }
  const bool inconsistent = lock.owner == kOwnerDied;
  lock.locked = 1;
  lock.count = 1;
  lock.owner = owner_mark(self);
  lock.users = inconsistent ? 1U : 0U;  // remembers that unlocking it as it is makes it unrecoverable
  if ((lock.kind & kMutexRobust) != 0) {
    remember_held(self, mutex);
  }
  watch_sync(SyncKind::kLock, mutex, self.caller, /*attempted=*/patience != Patience::kEndless);
  return inconsistent ? EOWNERDEAD : 0;
}

void set_free(Thread& self, MutexModel& lock) {
  watch_sync(SyncKind::kUnlock, &lock, self.caller);
  const bool inconsistent = (lock.kind & kMutexRobust) != 0 && lock.users != 0;
  lock.locked = 0;
  lock.count = 0;
  lock.owner = inconsistent ? kNotRecoverable : 0;
  lock.users = 0;
  forget_held(self, &lock);
}

// By this thread, and locking it again would wait for ever.
bool is_held_for_good(pthread_mutex_t* mutex) {
  touch(mutex);
  const MutexModel& lock = model(mutex);
  return lock.locked != 0 && lock.owner == owner_mark(current_thread()) && (lock.kind & kMutexTypeMask) == 0 &&
         lock.kind != kMutexDestroyed;
}

}  // namespace

int mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  return real().pthread_mutex_init(mutex, attributes);
}

int mutex_destroy(pthread_mutex_t* mutex, const void* caller) {
  visible(OperationKind::kMutexDestroy, mutex, {.site = nullptr, .caller = caller});
  MutexModel& lock = model(mutex);
  if (lock.locked != 0) {
    watch_sync(SyncKind::kDestroyHeld, mutex, caller);
    return EBUSY;
  }
  lock.kind = kMutexDestroyed;
  watch_sync(SyncKind::kDestroy, mutex, caller);
  return 0;
}

int mutex_lock(pthread_mutex_t* mutex, const void* caller) {
  if (is_watched() && is_held_for_good(mutex)) {
    watch_sync(SyncKind::kRelock, mutex, caller);
  }
  visible(OperationKind::kMutexLock, mutex, {.site = nullptr, .caller = caller});
  return acquire(mutex, Patience::kEndless);
}

int mutex_try_lock(pthread_mutex_t* mutex, const void* caller) {
  note(LedgerRow::kTryLock);
  visible(OperationKind::kMutexTryLock, mutex, {.site = nullptr, .caller = caller});
  return acquire(mutex, Patience::kNone);
}

int mutex_timed_lock(pthread_mutex_t* mutex, clockid_t clock, const timespec* absolute, const void* caller) {
  if (!is_waitable(clock)) {
    return EINVAL;
  }
  std::uint64_t deadline = 0;
  const bool valid = deadline_of(clock, absolute, deadline);
  // POSIX: a lock that can be had at once is had, whatever the time says.
  if (!valid) {
    visible(OperationKind::kMutexTryLock, mutex, {.site = nullptr, .caller = caller});
    const MutexModel& lock = model(mutex);
    const bool own = lock.locked != 0 && lock.owner == owner_mark(current_thread());
    const int error = acquire(mutex, Patience::kNone);
    return error != EBUSY ? error : own && (lock.kind & kMutexTypeMask) == kMutexErrorCheck ? EDEADLK : EINVAL;
  }
  if (visible(OperationKind::kMutexTimedLock, mutex, {.site = nullptr, .caller = caller}, 1, deadline) == kTimeout) {
    return ETIMEDOUT;
  }
  return acquire(mutex, Patience::kLimited);
}

int mutex_unlock(pthread_mutex_t* mutex, const void* caller) {
  visible(OperationKind::kMutexUnlock, mutex, {.site = nullptr, .caller = caller});
  Thread& self = current_thread();
  MutexModel& lock = model(mutex);
  if (lock.kind == kMutexDestroyed) {
    return EINVAL;
  }
  const bool own = lock.locked != 0 && lock.owner == owner_mark(self);
  if (!own) {
    // Recursive, error-checking and robust mutexes say so; for a plain one it is undefined, and libc just frees it.
    if ((lock.kind & (kMutexTypeMask | kMutexRobust)) != 0) {
      return EPERM;
    }
    watch_sync(SyncKind::kUnlock, mutex, caller);
    lock.locked = 0;
    lock.count = 0;
    lock.owner = 0;
    return 0;
  }
  if ((lock.kind & kMutexTypeMask) == kMutexRecursive && --lock.count != 0) {
    return 0;
  }
  set_free(self, lock);
  return 0;
}

int mutex_consistent(pthread_mutex_t* mutex) {
  given_all(mutex);
  MutexModel& lock = model(mutex);
  if ((lock.kind & kMutexRobust) == 0 || lock.users == 0) {
    return EINVAL;
  }
  lock.users = 0;
  return 0;
}

bool mutex_can_wait(pthread_mutex_t* mutex) {
  const MutexModel& lock = model(mutex);
  const bool own = lock.locked != 0 && lock.owner == owner_mark(current_thread());
  return own || (lock.kind & (kMutexErrorCheck | kMutexRobust)) != 0;
}

int mutex_give_up(pthread_mutex_t* mutex, MutexHold& hold) {
  touch(mutex);
  Thread& self = current_thread();
  MutexModel& lock = model(mutex);
  const bool own = lock.locked != 0 && lock.owner == owner_mark(self);
  if (!own && (lock.kind & (kMutexTypeMask | kMutexRobust)) != 0) {
    return EPERM;
  }
  hold.count = lock.count;
  if (own && (lock.kind & kMutexTypeMask) == kMutexRecursive && lock.count > 1) {
    --lock.count;  // as libc does, which goes on to wait with the lock held
    return 0;
  }
  set_free(self, lock);
  return 0;
}

int mutex_take_back(pthread_mutex_t* mutex, const MutexHold& hold) {
  const int error = acquire(mutex, Patience::kEndless);
  if (error == 0 || error == EOWNERDEAD) {
    model(mutex).count = hold.count;
  }
  return error;
}

void abandon_mutexes(Thread& ended) {
  while (ended.held != nullptr) {
    HeldMutex* held = ended.held;
    ended.held = held->next;
    auto& lock = model_of<MutexModel>(held->mutex);
    if ((lock.kind & kMutexRobust) != 0 && lock.kind != kMutexDestroyed && lock.owner == owner_mark(ended)) {
      lock.locked = 0;
      lock.count = 0;
      lock.owner = kOwnerDied;
      watch_sync(SyncKind::kUnlock, held->mutex, nullptr);
    }
    free_block(held, sizeof(HeldMutex));
  }
}

int spin_init(pthread_spinlock_t* lock) {
  given_all(const_cast<int*>(lock));
  *lock = 0;
  return 0;
}

int spin_lock(pthread_spinlock_t* lock, const void* caller) {
  visible(OperationKind::kSpinLock, const_cast<int*>(lock), {.site = nullptr, .caller = caller});
  *lock = owner_mark(current_thread());
  watch_sync(SyncKind::kLock, const_cast<int*>(lock), caller);
  return 0;
}

int spin_try_lock(pthread_spinlock_t* lock, const void* caller) {
  visible(OperationKind::kSpinTryLock, const_cast<int*>(lock), {.site = nullptr, .caller = caller});
  if (*lock != 0) {
    return EBUSY;
  }
  *lock = owner_mark(current_thread());
  watch_sync(SyncKind::kLock, const_cast<int*>(lock), caller, /*attempted=*/true);
  return 0;
}

int spin_unlock(pthread_spinlock_t* lock, const void* caller) {
  visible(OperationKind::kSpinUnlock, const_cast<int*>(lock), {.site = nullptr, .caller = caller});
  *lock = 0;
  watch_sync(SyncKind::kUnlock, const_cast<int*>(lock), caller);
  return 0;
}

}  // namespace heddle::runtime
