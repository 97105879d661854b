// Each of two threads starts a child and waits for any: one may take the child of the other.
// FAILS: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void* work(void* unused) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  pid_t ended = wait(NULL);
  assert(ended == child);  // REPORTED
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, work, NULL) == 0);
  work(NULL);
  return pthread_join(thread, NULL);
}
