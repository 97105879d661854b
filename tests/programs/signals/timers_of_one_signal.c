// Two timers that send the same signal, which is blocked: each has sent it.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <time.h>

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, 0);
  for (int number = 0; number < 2; ++number) {
    struct sigevent event = {
        .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value = {.sival_int = number}};
    struct itimerspec soon = {.it_value = {.tv_nsec = 1000000}};
    timer_t timer;
    assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 && timer_settime(timer, 0, &soon, 0) == 0);
  }
  struct timespec while_they_expire = {.tv_nsec = 3000000};
  nanosleep(&while_they_expire, 0);
  int seen[2] = {0, 0};
  for (int number = 0; number < 2; ++number) {
    siginfo_t info;
    assert(sigwaitinfo(&set, &info) == SIGUSR1);
    ++seen[info.si_value.sival_int];
  }
  assert(seen[0] == 1 && seen[1] == 1);
  return 0;
}
