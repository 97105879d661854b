// wait() takes children that have ended, waitid() looks at them; without any left both say so.
// CHECK: passes
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t children[3];
  for (int index = 0; index < 3; ++index) {
    children[index] = fork();
    if (children[index] == 0) _exit(index + 1);
  }
  siginfo_t info;
  assert(waitid(P_PID, (id_t)children[2], &info, WEXITED | WNOWAIT) == 0);
  assert(info.si_pid == children[2] && info.si_code == CLD_EXITED && info.si_status == 3);
  int seen = 0;
  for (int count = 0; count < 3; ++count) {
    int status;
    pid_t child = wait(&status);
    for (int index = 0; index < 3; ++index) {
      if (child == children[index]) {
        assert(WEXITSTATUS(status) == index + 1);
        seen |= 1 << index;
      }
    }
  }
  assert(seen == 7);
  assert(waitpid(children[0], NULL, 0) == -1 && errno == ECHILD);
  assert(waitid(P_ALL, 0, &info, WEXITED) == -1 && errno == ECHILD);
  return 0;
}
