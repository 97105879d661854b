// A signal handler run by an interval timer.
// UNSUPPORTED: setitimer
#define _GNU_SOURCE
#include <signal.h>
#include <sys/time.h>

static volatile sig_atomic_t handled;

static void handle(int number) { handled = number; }

int main(void) {
  signal(SIGALRM, handle);
  struct itimerval soon = {.it_value = {.tv_usec = 1000}};
  setitimer(ITIMER_REAL, &soon, NULL);
  while (!handled) {
  }
  return handled != SIGALRM;
}
