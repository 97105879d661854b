#include <cerrno>

#include "runtime/clocks.h"
#include "runtime/locks.h"
#include "runtime/primitives.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/watching.h"

namespace heddle::runtime {
namespace {

ReadWriteModel& model(pthread_rwlock_t* lock) { return model_of<ReadWriteModel>(static_cast<void*>(lock)); }

std::uint32_t mark_of_current() { return std::uint32_t{current_thread().id.value} + 1; }

int acquire_read(pthread_rwlock_t* lock, Patience patience) {
  ReadWriteModel& readers = model(lock);
  if (readers.writer != 0) {
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

using Acquire = int (*)(pthread_rwlock_t*, Patience);

int timed(OperationKind kind, Acquire acquire, pthread_rwlock_t* lock, clockid_t clock, const timespec* absolute,
          const void* caller) {
  std::uint64_t deadline = 0;
  if (!is_waitable(clock) || !deadline_of(clock, absolute, deadline)) {
    return EINVAL;
  }
  if (visible(kind, lock, {.site = nullptr, .caller = caller}, 1, deadline) == kTimeout) {
    return ETIMEDOUT;
  }
  return acquire(lock, Patience::kLimited);
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
  return timed(OperationKind::kTimedReadLock, acquire_read, lock, clock, deadline, caller);
}

int write_lock(pthread_rwlock_t* lock, const void* caller) {
  visible(OperationKind::kWriteLock, lock, {.site = nullptr, .caller = caller});
  return acquire_write(lock, Patience::kEndless);
}

int try_write_lock(pthread_rwlock_t* lock, const void* caller) {
  visible(OperationKind::kTryWriteLock, lock, {.site = nullptr, .caller = caller});
  return acquire_write(lock, Patience::kNone);
}

int timed_write_lock(pthread_rwlock_t* lock, clockid_t clock, const timespec* deadline, const void* caller) {
  return timed(OperationKind::kTimedWriteLock, acquire_write, lock, clock, deadline, caller);
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
