#include <cerrno>

#include "runtime/machine/real.h"
#include "runtime/models/locks.h"
#include "runtime/observe/watching.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/primitives.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

ReadWriteModel& model(pthread_rwlock_t* lock) { return model_of<ReadWriteModel>(static_cast<void*>(lock)); }

std::uint32_t mark_of_current() { return std::uint32_t{current_thread().id.value} + 1; }

int acquire_read(pthread_rwlock_t* lock, Patience patience) {
  ReadWriteModel& readers = model(lock);
  if (readers.writer != 0 || readers.waiting != 0) {
    return patience == Patience::kNone ? EBUSY : EDEADLK;
  }
  if (readers.readers == ~0U) {
    return EAGAIN;
  }
  ++readers.readers;
  watch_sync(SyncKind::kLockShared, lock, current_thread().caller, patience != Patience::kEndless);
  return 0;
}

int acquire_write(pthread_rwlock_t* lock, Patience patience) {
  ReadWriteModel& writer = model(lock);
  if (writer.writer != 0 || writer.readers != 0) {
    return patience == Patience::kNone ? EBUSY : EDEADLK;
  }
  writer.writer = mark_of_current();
  watch_sync(SyncKind::kLock, lock, current_thread().caller, patience != Patience::kEndless);
  return 0;
}

bool held_by_current(const ReadWriteModel& lock) { return lock.writer == mark_of_current(); }

// A lock that prefers writers lets no reader in while a writer waits, and that the writer has come is a step of its
// own: a reader may read again just before it. The writer tries, and from a failure on it waits. Returns true where it
// need not: it has the lock, or never gets it.
bool is_done_at_once(pthread_rwlock_t* lock, Patience patience, const void* caller, int& error) {
  visible(OperationKind::kTryWriteLock, lock, {.site = nullptr, .caller = caller});
  const ReadWriteModel& tried = model(lock);
  if ((tried.writer != 0 || tried.readers != 0) && !held_by_current(tried)) {
    return false;
  }
  error = acquire_write(lock, patience);
  return true;
}

int write_lock_until(OperationKind kind, pthread_rwlock_t* lock, Patience patience, std::uint64_t deadline,
                     const void* caller) {
  const bool keeps_readers_out = prefers_writers(lock);
  int error = 0;
  if (keeps_readers_out && is_done_at_once(lock, patience, caller, error)) {
    return error;
  }
  model(lock).waiting += keeps_readers_out ? 1 : 0;
  const Variant how = visible(kind, lock, {.site = nullptr, .caller = caller}, 1, deadline);
  model(lock).waiting -= keeps_readers_out ? 1 : 0;
  return how == kTimeout ? ETIMEDOUT : acquire_write(lock, patience);
}

}  // namespace

int read_write_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  return real().pthread_rwlock_init(lock, attributes);
}

int read_write_destroy(pthread_rwlock_t* lock, const void* caller) {
  visible(OperationKind::kReadWriteDestroy, lock, {.site = nullptr, .caller = caller});
  if (model(lock).readers != 0 || model(lock).writer != 0) {
    watch_sync(SyncKind::kDestroyHeld, lock, caller);
  }
  model(lock).destroyed = 1;
  watch_sync(SyncKind::kDestroy, lock, caller);
  return 0;
}

int read_lock(pthread_rwlock_t* lock, const void* caller) {
  visible(OperationKind::kReadLock, lock, {.site = nullptr, .caller = caller});
  return acquire_read(lock, Patience::kEndless);
}

int try_read_lock(pthread_rwlock_t* lock, const void* caller) {
  visible(OperationKind::kTryReadLock, lock, {.site = nullptr, .caller = caller});
  return acquire_read(lock, Patience::kNone);
}

int timed_read_lock(pthread_rwlock_t* lock, clockid_t clock, const timespec* deadline, const void* caller) {
  std::uint64_t until = 0;
  if (!is_waitable(clock) || !deadline_of(clock, deadline, until)) {
    return EINVAL;
  }
  if (visible(OperationKind::kTimedReadLock, lock, {.site = nullptr, .caller = caller}, 1, until) == kTimeout) {
    return ETIMEDOUT;
  }
  return acquire_read(lock, Patience::kLimited);
}

int write_lock(pthread_rwlock_t* lock, const void* caller) {
  return write_lock_until(OperationKind::kWriteLock, lock, Patience::kEndless, kNever, caller);
}

int try_write_lock(pthread_rwlock_t* lock, const void* caller) {
  visible(OperationKind::kTryWriteLock, lock, {.site = nullptr, .caller = caller});
  return acquire_write(lock, Patience::kNone);
}

int timed_write_lock(pthread_rwlock_t* lock, clockid_t clock, const timespec* deadline, const void* caller) {
  std::uint64_t until = 0;
  if (!is_waitable(clock) || !deadline_of(clock, deadline, until)) {
    return EINVAL;
  }
  return write_lock_until(OperationKind::kTimedWriteLock, lock, Patience::kLimited, until, caller);
}

int read_write_unlock(pthread_rwlock_t* lock, const void* caller) {
  visible(OperationKind::kReadWriteUnlock, lock, {.site = nullptr, .caller = caller});
  ReadWriteModel& held = model(lock);
  if (held.writer == mark_of_current()) {
    held.writer = 0;
    watch_sync(SyncKind::kUnlock, lock, caller);
  } else if (held.readers != 0) {
    --held.readers;
    watch_sync(SyncKind::kUnlockShared, lock, caller);
  } else {
    return EPERM;
  }
  return 0;
}

}  // namespace heddle::runtime
