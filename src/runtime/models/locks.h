// Mutexes, spin locks and reader-writer locks. All return what the pthread function of that name returns.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "runtime/state/state.h"

namespace heddle::runtime {

// How long a call would wait for a lock.
enum class Patience : std::uint8_t { kNone, kLimited, kEndless };

int mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes);
int mutex_destroy(pthread_mutex_t* mutex, const void* caller);
int mutex_lock(pthread_mutex_t* mutex, const void* caller);
int mutex_try_lock(pthread_mutex_t* mutex, const void* caller);
int mutex_timed_lock(pthread_mutex_t* mutex, clockid_t clock, const timespec* deadline, const void* caller);
int mutex_unlock(pthread_mutex_t* mutex, const void* caller);
int mutex_consistent(pthread_mutex_t* mutex);

// For condition waits: gives the mutex up whatever its count, and takes it back when it is this thread's turn.
struct MutexHold {
  unsigned count;
};
// False: the current thread does not hold it, nor will it be told so (which error-checking and robust ones do).
[[nodiscard]] bool mutex_can_wait(pthread_mutex_t* mutex);
// EPERM where the thread does not hold it.
int mutex_give_up(pthread_mutex_t* mutex, MutexHold& hold);
int mutex_take_back(pthread_mutex_t* mutex, const MutexHold& hold);
// The end of a thread: robust mutexes it still holds become inconsistent.
void abandon_mutexes(Thread& ended);

int spin_init(pthread_spinlock_t* lock);
int spin_lock(pthread_spinlock_t* lock, const void* caller);
int spin_try_lock(pthread_spinlock_t* lock, const void* caller);
int spin_unlock(pthread_spinlock_t* lock, const void* caller);

int read_write_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes);
int read_write_destroy(pthread_rwlock_t* lock, const void* caller);
int read_lock(pthread_rwlock_t* lock, const void* caller);
int try_read_lock(pthread_rwlock_t* lock, const void* caller);
int timed_read_lock(pthread_rwlock_t* lock, clockid_t clock, const timespec* deadline, const void* caller);
int write_lock(pthread_rwlock_t* lock, const void* caller);
int try_write_lock(pthread_rwlock_t* lock, const void* caller);
int timed_write_lock(pthread_rwlock_t* lock, clockid_t clock, const timespec* deadline, const void* caller);
int read_write_unlock(pthread_rwlock_t* lock, const void* caller);

}  // namespace heddle::runtime
