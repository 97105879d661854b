// Every kind of sleep lets at least its time pass on the clock it names.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "../deadline.h"

static void expect_not_before(clockid_t clock, struct timespec at) {
  struct timespec now;
  assert(clock_gettime(clock, &now) == 0);
  assert(!is_before(now, at));
}

static void* sleep_in_all_ways(void* unused) {
  struct timespec millisecond = {0, 1000000};
  struct timespec malformed = {0, 1000000000};
  struct timespec at = in_a_millisecond(CLOCK_MONOTONIC);
  assert(nanosleep(&millisecond, NULL) == 0);
  expect_not_before(CLOCK_MONOTONIC, at);
  errno = 0;
  assert(nanosleep(&malformed, NULL) == -1 && errno == EINVAL);

  at = in_a_millisecond(CLOCK_MONOTONIC);
  assert(usleep(1000) == 0);
  expect_not_before(CLOCK_MONOTONIC, at);

  at = in_a_millisecond(CLOCK_REALTIME);
  assert(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &at, NULL) == 0);
  expect_not_before(CLOCK_REALTIME, at);
  assert(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &at, NULL) == 0);

  at = in_a_millisecond(CLOCK_MONOTONIC);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &millisecond, NULL) == 0);
  expect_not_before(CLOCK_MONOTONIC, at);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &malformed, NULL) == EINVAL);
  assert(sched_yield() == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, sleep_in_all_ways, NULL) == 0);
  sleep_in_all_ways(NULL);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
