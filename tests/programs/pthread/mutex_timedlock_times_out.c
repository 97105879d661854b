// timedlock gives ETIMEDOUT when the owner never lets go, 0 when the mutex is free even after the deadline.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#include "../deadline.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec long_ago = {1, 0};
static const struct timespec malformed = {1, 1000000000};

static void* wait_in_vain(void* unused) {
  struct timespec at = in_a_millisecond(CLOCK_REALTIME);
  assert(pthread_mutex_timedlock(&mutex, &at) == ETIMEDOUT);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  assert(!is_before(now, at));
  assert(pthread_mutex_timedlock(&mutex, &long_ago) == ETIMEDOUT);
  assert(pthread_mutex_timedlock(&mutex, &malformed) == EINVAL);
  return unused;
}

int main(void) {
  assert(pthread_mutex_timedlock(&mutex, &long_ago) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, wait_in_vain, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return 0;
}
