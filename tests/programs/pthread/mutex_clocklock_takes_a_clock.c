// clocklock times out by the monotonic or real-time clock and refuses others with EINVAL.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#include "../deadline.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* wait_in_vain(void* unused) {
  struct timespec at = in_a_millisecond(CLOCK_MONOTONIC);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &at) == ETIMEDOUT);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(!is_before(now, at));
  at = in_a_millisecond(CLOCK_REALTIME);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &at) == ETIMEDOUT);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_PROCESS_CPUTIME_ID, &at) == EINVAL);
  return unused;
}

int main(void) {
  struct timespec at = in_a_millisecond(CLOCK_MONOTONIC);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &at) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, wait_in_vain, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return 0;
}
