// Real-time signals are queued, with their values, and lower numbers come first; others are kept once.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGRTMIN);
  sigaddset(&set, SIGRTMIN + 1);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  for (int i = 0; i < 3; ++i) {
    assert(sigqueue(getpid(), SIGRTMIN + 1, (union sigval){.sival_int = 10 + i}) == 0);
    assert(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = i}) == 0);
    assert(kill(getpid(), SIGUSR1) == 0);
  }
  siginfo_t info;
  assert(sigwaitinfo(&set, &info) == SIGUSR1 && info.si_code == SI_USER && info.si_pid == getpid());
  for (int i = 0; i < 6; ++i) {
    assert(sigwaitinfo(&set, &info) == SIGRTMIN + (i >= 3) && info.si_code == SI_QUEUE);
    assert(info.si_value.sival_int == (i < 3 ? i : 7 + i));
  }
  struct timespec second = {.tv_sec = 1}, none = {0};
  assert(sigtimedwait(&set, &info, &none) == -1 && errno == EAGAIN);
  assert(sigtimedwait(&set, &info, &second) == -1 && errno == EAGAIN);
  raise(SIGUSR1);
  assert(sigtimedwait(&set, &info, &second) == SIGUSR1);
  return 0;
}
