// sigsuspend lets the timer's signal in and waits, both at once.
// CHECK: passes
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t rang;

static void note(int number) { rang = number; }

int main(void) {
  struct sigaction action = {.sa_handler = note};
  sigaction(SIGALRM, &action, NULL);
  sigset_t timer, before;
  sigemptyset(&timer);
  sigaddset(&timer, SIGALRM);
  sigprocmask(SIG_BLOCK, &timer, &before);
  alarm(1);
  while (!rang) sigsuspend(&before);
  return 0;
}
