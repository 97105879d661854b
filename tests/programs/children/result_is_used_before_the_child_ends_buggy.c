// A thread reads what a child has counted, which the parent stores only when it has waited for it.
// FAILS: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int result;

static void* use(void* unused) {
  assert(result == 42);  // REPORTED
  return unused;
}

int main(void) {
  pthread_t thread;
  pid_t child = fork();
  if (child == 0) _exit(42);
  assert(pthread_create(&thread, NULL, use, NULL) == 0);
  int status;
  assert(waitpid(child, &status, 0) == child);
  result = WEXITSTATUS(status);
  return pthread_join(thread, NULL);
}
