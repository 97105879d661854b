// Asking for a pending signal by sigtimedwait.
// UNSUPPORTED: sigtimedwait
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

int main(void) {
  sigset_t user1;
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  sigprocmask(SIG_BLOCK, &user1, NULL);
  struct timespec no_time = {0, 0};
  return sigtimedwait(&user1, NULL, &no_time) != -1 || errno != EAGAIN;
}
