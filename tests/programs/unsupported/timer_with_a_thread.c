// A timer that starts a thread.
// UNSUPPORTED: SIGEV_THREAD
#define _GNU_SOURCE
#include <signal.h>
#include <time.h>

static void expire(union sigval value) { (void)value; }

int main(void) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = expire};
  timer_t timer;
  return timer_create(CLOCK_MONOTONIC, &event, &timer);
}
