// A writer that locks again, for reading or writing, gets EDEADLK.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#include "../deadline.h"

int main(void) {
  pthread_rwlock_t lock;
  assert(pthread_rwlock_init(&lock, NULL) == 0);
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
  assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
  struct timespec at = in_a_millisecond(CLOCK_REALTIME);
  assert(pthread_rwlock_timedwrlock(&lock, &at) == EDEADLK);
  assert(pthread_rwlock_timedrdlock(&lock, &at) == EDEADLK);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
