// Each of two threads starts a child and waits for that one.
// CHECK: passes
// RUNS: 100
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void* work(void* unused) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  pid_t ended = waitpid(child, NULL, 0);
  assert(ended == child);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, work, NULL) == 0);
  work(NULL);
  return pthread_join(thread, NULL);
}
