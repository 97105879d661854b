// A signal handler run by kill to the own process.
// UNSUPPORTED: kill
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void handle(int number) { handled = number; }

int main(void) {
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  kill(getpid(), SIGUSR1);
  return handled != SIGUSR1;
}
