// The timer expires between the check and pause: its signal is lost.
// FAILS: deadlock
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t rang;

static void note(int number) { rang = number; }

int main(void) {
  struct sigaction action = {.sa_handler = note};
  sigaction(SIGALRM, &action, NULL);
  alarm(1);
  while (!rang) pause();  // REPORTED
  return 0;
}
