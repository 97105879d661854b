// A loop without calls looks at a flag that only the handler of a timer sets.
// CHECK: passes
// RUNS: 50
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
