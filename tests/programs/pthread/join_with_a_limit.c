// tryjoin gives EBUSY and timedjoin and clockjoin ETIMEDOUT while the thread lives; afterwards they join it.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include "../deadline.h"

static sem_t go;

static void* body(void* value) {
  assert(sem_wait(&go) == 0);
  return value;
}

int main(void) {
  assert(sem_init(&go, 0, 0) == 0);
  int values[3];
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, body, &values[i]) == 0);
  void* result;
  assert(pthread_tryjoin_np(threads[0], &result) == EBUSY);
  struct timespec at = in_a_millisecond(CLOCK_REALTIME);
  assert(pthread_timedjoin_np(threads[1], &result, &at) == ETIMEDOUT);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  assert(!is_before(now, at));
  at = in_a_millisecond(CLOCK_MONOTONIC);
  assert(pthread_clockjoin_np(threads[2], &result, CLOCK_MONOTONIC, &at) == ETIMEDOUT);

  for (int i = 0; i < 3; ++i) assert(sem_post(&go) == 0);
  int tries;
  do tries = pthread_tryjoin_np(threads[0], &result);
  while (tries == EBUSY && sched_yield() == 0);
  assert(tries == 0 && result == &values[0]);
  do at = in_a_millisecond(CLOCK_REALTIME);
  while ((tries = pthread_timedjoin_np(threads[1], &result, &at)) == ETIMEDOUT);
  assert(tries == 0 && result == &values[1]);
  do at = in_a_millisecond(CLOCK_MONOTONIC);
  while ((tries = pthread_clockjoin_np(threads[2], &result, CLOCK_MONOTONIC, &at)) == ETIMEDOUT);
  assert(tries == 0 && result == &values[2]);
  return 0;
}
