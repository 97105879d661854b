// A handler for SIGCHLD runs when a child has ended, knows which, and may wait for it.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t told;
static volatile sig_atomic_t reaped;
static pid_t child;

static void on_end(int signal, siginfo_t* info, void* unused) {
  (void)unused;
  assert(signal == SIGCHLD && info->si_code == CLD_EXITED && info->si_pid == child && info->si_status == 7);
  int status = 0;
  assert(waitpid(-1, &status, WNOHANG) == child && WEXITSTATUS(status) == 7);
  ++reaped;
  ++told;
}

int main(void) {
  struct sigaction action = {.sa_sigaction = on_end, .sa_flags = SA_SIGINFO};
  assert(sigaction(SIGCHLD, &action, NULL) == 0);
  sigset_t set;
  sigset_t before;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  assert(sigprocmask(SIG_BLOCK, &set, &before) == 0);
  child = fork();
  if (child == 0) {
    _exit(7);
  }
  while (!told) {
    sigsuspend(&before);
  }
  assert(reaped == 1);
  assert(waitpid(-1, NULL, 0) == -1 && errno == ECHILD);
  return 0;
}
