// A signal handler run by raise.
// UNSUPPORTED: raise
#include <signal.h>

static volatile sig_atomic_t handled;

static void handle(int number) { handled = number; }

int main(void) {
  signal(SIGUSR1, handle);
  raise(SIGUSR1);
  return handled != SIGUSR1;
}
