// A timer sends a signal with its value, to whom it may concern; another one only counts time.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>

static volatile sig_atomic_t value;
static volatile sig_atomic_t code;

static void handle(int number, siginfo_t* info, void* context) {
  (void)context;
  assert(number == SIGRTMIN && info->si_signo == SIGRTMIN);
  value = info->si_value.sival_int;
  code = info->si_code;
}

int main(void) {
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
  sigaction(SIGRTMIN, &action, NULL);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN, .sigev_value = {.sival_int = 42}};
  timer_t timer, silent;
  assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  event.sigev_notify = SIGEV_NONE;
  assert(timer_create(CLOCK_MONOTONIC, &event, &silent) == 0);
  struct itimerspec soon = {.it_value = {.tv_sec = 1}}, left;
  assert(timer_settime(silent, 0, &soon, NULL) == 0);
  assert(timer_settime(timer, 0, &soon, NULL) == 0);
  struct timespec while_it_runs = {.tv_sec = 5};
  while (!value) nanosleep(&while_it_runs, NULL);
  assert(value == 42 && code == SI_TIMER && timer_getoverrun(timer) == 0);
  assert(timer_gettime(silent, &left) == 0 && left.it_value.tv_sec == 0 && left.it_value.tv_nsec == 0);
  assert(timer_delete(timer) == 0 && timer_delete(silent) == 0);
  assert(timer_delete(timer) == -1 && errno == EINVAL);
  return 0;
}
