// pthread_kill and kill with signal 0 send nothing; a thread not yet joined is there, running or ended.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void* body(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, body, NULL) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_kill(thread, 0) == 0);
  assert(pthread_kill(pthread_self(), 0) == 0);
  assert(pthread_kill(pthread_self(), 1000) == EINVAL);
  assert(pthread_join(thread, NULL) == 0);
  assert(kill(getpid(), 0) == 0);
  return 0;
}
