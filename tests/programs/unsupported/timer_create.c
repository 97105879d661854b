// A POSIX timer that starts a thread.
// UNSUPPORTED: timer_create
#define _GNU_SOURCE
#include <semaphore.h>
#include <signal.h>
#include <time.h>

static sem_t expired;

static void expire(union sigval unused) {
  (void)unused;
  sem_post(&expired);
}

int main(void) {
  sem_init(&expired, 0, 0);
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = expire};
  timer_t timer;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return 1;
  struct itimerspec soon = {.it_value = {.tv_nsec = 1000000}};
  timer_settime(timer, 0, &soon, NULL);
  sem_wait(&expired);
  return timer_delete(timer);
}
