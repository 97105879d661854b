// Installing and asking for signal handlers works as long as no signal comes; SIGPIPE and others can be ignored.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void handle(int number) { (void)number; }

static void* look(void* unused) {
  struct sigaction action;
  assert(sigaction(SIGUSR1, NULL, &action) == 0 && action.sa_handler == handle);
  assert(sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_IGN);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
  struct sigaction old;
  sigemptyset(&action.sa_mask);
  assert(sigaction(SIGUSR1, &action, &old) == 0 && old.sa_handler == SIG_DFL);
  assert(signal(SIGPIPE, SIG_IGN) == SIG_DFL);
  assert(sigaction(SIGSEGV, &action, &old) == 0);
  assert(sigaction(SIGSEGV, &old, &action) == 0 && action.sa_handler == handle);
  errno = 0;
  assert(sigaction(SIGKILL, &old, NULL) == -1 && errno == EINVAL);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, look, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(signal(SIGUSR1, SIG_DFL) == handle);
  return 0;
}
