// A timer that another thread deletes meanwhile is not set any more, and its number is no other timer's.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static timer_t timer;
static struct itimerspec soon = {.it_value = {.tv_sec = 5}};

static void* set(void* unused) {
  timer_settime(timer, 0, &soon, 0);
  return unused;
}

int main(void) {
  struct sigevent nothing = {.sigev_notify = SIGEV_NONE};
  assert(timer_create(CLOCK_MONOTONIC, &nothing, &timer) == 0);
  pthread_t other;
  pthread_create(&other, 0, set, 0);
  assert(timer_delete(timer) == 0);
  pthread_join(other, 0);
  timer_t next;
  assert(timer_create(CLOCK_MONOTONIC, &nothing, &next) == 0 && next != timer);
  assert(timer_settime(timer, 0, &soon, 0) == -1 && errno == EINVAL);
  assert(timer_delete(timer) == -1 && errno == EINVAL);
  return 0;
}
