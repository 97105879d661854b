// Two signals are pending when sigsuspend lets them in: both are handled before it returns.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t one, two;

static void handle_one(int number) { one = number; }
static void handle_two(int number) { two = number; }

int main(void) {
  signal(SIGUSR1, handle_one);
  signal(SIGUSR2, handle_two);
  sigset_t both, before;
  sigemptyset(&both);
  sigaddset(&both, SIGUSR1);
  sigaddset(&both, SIGUSR2);
  sigprocmask(SIG_BLOCK, &both, &before);
  raise(SIGUSR1);
  raise(SIGUSR2);
  assert(!one && !two);
  sigsuspend(&before);
  assert(one && two);
  return 0;
}
