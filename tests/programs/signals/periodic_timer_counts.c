// setitimer sends SIGALRM again and again until it is taken back.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <sys/time.h>

static volatile sig_atomic_t ticks;

static void tick(int number) {
  (void)number;
  ++ticks;
}

int main(void) {
  struct sigaction action = {.sa_handler = tick};
  sigaction(SIGALRM, &action, NULL);
  sigset_t alarm_set, before;
  sigemptyset(&alarm_set);
  sigaddset(&alarm_set, SIGALRM);
  sigprocmask(SIG_BLOCK, &alarm_set, &before);
  struct itimerval every = {.it_interval = {.tv_usec = 1000}, .it_value = {.tv_usec = 1000}};
  assert(setitimer(ITIMER_REAL, &every, NULL) == 0);
  while (ticks < 3) sigsuspend(&before);
  struct itimerval none = {0}, was;
  assert(setitimer(ITIMER_REAL, &none, &was) == 0);
  assert(was.it_interval.tv_usec == 1000);
  assert(getitimer(ITIMER_REAL, &was) == 0 && was.it_value.tv_sec == 0 && was.it_value.tv_usec == 0);
  return 0;
}
