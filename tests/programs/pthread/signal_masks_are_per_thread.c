// pthread_sigmask is per thread and inherited at creation.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static void* look(void* unused) {
  sigset_t now;
  assert(pthread_sigmask(SIG_SETMASK, NULL, &now) == 0);
  assert(sigismember(&now, SIGUSR1) == 1);
  assert(sigismember(&now, SIGUSR2) == 0);
  sigset_t all;
  sigfillset(&all);
  assert(pthread_sigmask(SIG_BLOCK, &all, NULL) == 0);
  assert(pthread_sigmask(SIG_SETMASK, NULL, &now) == 0);
  assert(sigismember(&now, SIGUSR2) == 1);
  return unused;
}

int main(void) {
  sigset_t user1;
  sigset_t now;
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  assert(pthread_sigmask(SIG_BLOCK, &user1, &now) == 0);
  assert(sigismember(&now, SIGUSR1) == 0);
  assert(pthread_sigmask(77, &user1, NULL) == EINVAL);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, look, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_sigmask(SIG_UNBLOCK, &user1, &now) == 0);
  assert(sigismember(&now, SIGUSR1) == 1);
  assert(sigismember(&now, SIGUSR2) == 0);
  assert(pthread_sigmask(SIG_SETMASK, NULL, &now) == 0);
  assert(sigismember(&now, SIGUSR1) == 0);
  return 0;
}
