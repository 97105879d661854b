// Two threads that create timers at the same time get one each.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static timer_t timers[2];

static void* create(void* index) {
  struct sigevent nothing = {.sigev_notify = SIGEV_NONE};
  assert(timer_create(CLOCK_MONOTONIC, &nothing, &timers[(long)index]) == 0);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, create, (void*)1);
  create((void*)0);
  pthread_join(other, 0);
  assert(timers[0] != timers[1]);
  assert(timer_delete(timers[0]) == 0);
  assert(timer_delete(timers[1]) == 0);
  return 0;
}
