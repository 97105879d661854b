// timedrdlock, timedwrlock, clockrdlock and clockwrlock give ETIMEDOUT when the holder never lets go.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#include "../deadline.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec malformed = {1, 1000000000};

static void* while_main_writes(void* unused) {
  struct timespec at = in_a_millisecond(CLOCK_REALTIME);
  assert(pthread_rwlock_timedrdlock(&lock, &at) == ETIMEDOUT);
  assert(pthread_rwlock_timedwrlock(&lock, &at) == ETIMEDOUT);
  at = in_a_millisecond(CLOCK_MONOTONIC);
  assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &at) == ETIMEDOUT);
  assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &at) == ETIMEDOUT);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(!is_before(now, at));
  assert(pthread_rwlock_clockwrlock(&lock, CLOCK_PROCESS_CPUTIME_ID, &at) == EINVAL);
  assert(pthread_rwlock_timedwrlock(&lock, &malformed) == EINVAL);
  return unused;
}

static void* while_main_reads(void* unused) {
  struct timespec at = in_a_millisecond(CLOCK_REALTIME);
  assert(pthread_rwlock_timedrdlock(&lock, &at) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_timedwrlock(&lock, &at) == ETIMEDOUT);
  return unused;
}

static void run(void* (*body)(void*)) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, body, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
}

int main(void) {
  assert(pthread_rwlock_wrlock(&lock) == 0);
  run(while_main_writes);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  run(while_main_reads);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return 0;
}
