// A child that would wait for ever is asked for without waiting, killed, and waited for; then it is unknown.
// CHECK: passes
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child == 0)
    for (;;) pause();
  for (int round = 0; round < 3; ++round) assert(waitpid(child, NULL, WNOHANG) == 0);
  assert(kill(child, 0) == 0);
  assert(kill(child, SIGKILL) == 0);
  int status;
  assert(waitpid(child, &status, 0) == child);
  assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  assert(kill(child, SIGKILL) == -1 && errno == ESRCH);
  return 0;
}
