// What ends a child, abort, a failed assertion or a null pointer, is seen by its parent only in the status.
// CHECK: passes
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int* nowhere;

static void fail(int how) {
  if (how == 0) abort();
  if (how == 1) assert(how == 0);
  *nowhere = 1;
}

int main(void) {
  const int signals[] = {SIGABRT, SIGABRT, SIGSEGV};
  for (int how = 0; how < 3; ++how) {
    pid_t child = fork();
    if (child == 0) {
      fail(how);
      _exit(0);
    }
    int status;
    assert(waitpid(child, &status, 0) == child);
    assert(WIFSIGNALED(status) && WTERMSIG(status) == signals[how]);
  }
  return 0;
}
