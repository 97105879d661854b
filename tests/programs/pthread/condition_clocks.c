// A condition variable waits by the clock of its attributes, clockwait by the clock it is given; others are EINVAL.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#include "../deadline.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void wait_until(pthread_cond_t* condition, clockid_t clock, int by_clockwait) {
  struct timespec at = in_a_millisecond(clock);
  int result;
  do
    result = by_clockwait ? pthread_cond_clockwait(condition, &mutex, clock, &at)
                          : pthread_cond_timedwait(condition, &mutex, &at);
  while (result == 0);
  assert(result == ETIMEDOUT);
  struct timespec now;
  clock_gettime(clock, &now);
  assert(!is_before(now, at));
}

int main(void) {
  pthread_condattr_t attributes;
  clockid_t clock;
  assert(pthread_condattr_init(&attributes) == 0);
  assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_REALTIME);
  assert(pthread_condattr_setclock(&attributes, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
  assert(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
  assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_MONOTONIC);
  int shared;
  assert(pthread_condattr_getpshared(&attributes, &shared) == 0 && shared == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_condattr_setpshared(&attributes, 77) == EINVAL);

  pthread_cond_t monotonic;
  assert(pthread_cond_init(&monotonic, &attributes) == 0);
  assert(pthread_condattr_destroy(&attributes) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  wait_until(&monotonic, CLOCK_MONOTONIC, 0);
  wait_until(&monotonic, CLOCK_MONOTONIC, 1);
  wait_until(&monotonic, CLOCK_REALTIME, 1);
  struct timespec at = in_a_millisecond(CLOCK_MONOTONIC);
  assert(pthread_cond_clockwait(&monotonic, &mutex, CLOCK_PROCESS_CPUTIME_ID, &at) == EINVAL);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_cond_destroy(&monotonic) == 0);
  return 0;
}
