// A child waits in sigsuspend with all signals but one blocked, and writes in its handler.
// CHECK: passes
// RUNS: 100
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];

static void tell(int number) {
  (void)number;
  (void)!write(ends[1], "x", 1);
}

int main(void) {
  assert(pipe(ends) == 0);
  struct sigaction action = {.sa_handler = tell};
  sigaction(SIGUSR1, &action, NULL);
  sigset_t user1, others;
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  sigprocmask(SIG_BLOCK, &user1, NULL);
  pid_t child = fork();
  if (child == 0) {
    sigfillset(&others);
    sigdelset(&others, SIGUSR1);
    sigsuspend(&others);
    _exit(7);
  }
  assert(kill(child, SIGUSR1) == 0);
  char byte;
  assert(read(ends[0], &byte, 1) == 1);
  int status;
  assert(waitpid(child, &status, 0) == child);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  return 0;
}
