// A signal handler run by alarm.
// UNSUPPORTED: alarm
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void handle(int number) { handled = number; }

int main(void) {
  signal(SIGALRM, handle);
  alarm(1);
  while (!handled) pause();
  return handled != SIGALRM;
}
