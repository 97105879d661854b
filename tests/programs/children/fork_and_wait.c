// fork gives the child a copy of memory, and waitpid its exit status; numbers of processes repeat.
// CHECK: passes
// RUNS: 100
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

static int value = 1;

int main(void) {
  pid_t parent = getpid();
  for (int round = 0; round < 2; ++round) {
    pid_t child = fork();
    assert(child >= 0);
    if (child == 0) {
      value += 40 + round;
      _exit(getppid() == parent && getpid() != parent ? value : 1);
    }
    int status;
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 41 + round);
    assert(value == 1);
  }
  assert(wait(NULL) == -1 && errno == ECHILD);
  return 0;
}
