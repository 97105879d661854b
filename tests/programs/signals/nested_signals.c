// A handler is interrupted by another signal, but not by its own, nor by one that its action blocks.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t own, other, masked;

static void handle_other(int number) {
  (void)number;
  ++other;
}

static void handle_masked(int number) {
  (void)number;
  ++masked;
}

static void handle_own(int number) {
  if (own++ > 0) return;
  raise(number);
  assert(own == 1);
  raise(SIGUSR2);
  assert(other == 1);
  raise(SIGHUP);
  assert(masked == 0);
}

int main(void) {
  struct sigaction action = {.sa_handler = handle_own};
  sigaddset(&action.sa_mask, SIGHUP);
  sigaction(SIGUSR1, &action, NULL);
  signal(SIGUSR2, handle_other);
  signal(SIGHUP, handle_masked);
  raise(SIGUSR1);
  assert(own == 2 && other == 1 && masked == 1);
  return 0;
}
