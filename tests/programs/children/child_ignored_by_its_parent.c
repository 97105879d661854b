// Where SIGCHLD is ignored there is nothing to wait for once the children have ended.
// CHECK: passes
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  signal(SIGCHLD, SIG_IGN);
  for (int index = 0; index < 2; ++index) {
    pid_t child = fork();
    if (child == 0) _exit(1);
  }
  assert(wait(NULL) == -1 && errno == ECHILD);
  return 0;
}
