// SA_NODEFER, SA_RESETHAND, and SIG_IGN, which takes back what is pending.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t depth, deepest, count;

static void handle(int number) {
  ++count;
  if (++depth > deepest) deepest = depth;
  if (depth < 3) raise(number);
  --depth;
}

static void count_one(int number) {
  (void)number;
  ++count;
}

int main(void) {
  struct sigaction nested = {.sa_handler = handle, .sa_flags = SA_NODEFER};
  sigaction(SIGUSR1, &nested, NULL);
  raise(SIGUSR1);
  assert(count == 3 && deepest == 3);

  struct sigaction once = {.sa_handler = count_one, .sa_flags = (int)SA_RESETHAND}, now;
  sigaction(SIGWINCH, &once, NULL);
  raise(SIGWINCH);
  raise(SIGWINCH);  // ignored by default
  assert(count == 4);
  sigaction(SIGWINCH, NULL, &now);
  assert(now.sa_handler == SIG_DFL);

  sigset_t user1, before, pending;
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  sigprocmask(SIG_BLOCK, &user1, &before);
  raise(SIGUSR1);
  assert(sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1));
  signal(SIGUSR1, SIG_IGN);
  assert(sigpending(&pending) == 0 && !sigismember(&pending, SIGUSR1));
  signal(SIGUSR1, count_one);
  sigprocmask(SIG_SETMASK, &before, NULL);
  assert(count == 4);
  return 0;
}
