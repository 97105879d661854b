// A thread waits for SIGCHLD by sigwait while another starts a child.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static sigset_t set;

static void* reap(void* status) {
  int signal = 0;
  assert(sigwait(&set, &signal) == 0 && signal == SIGCHLD);
  assert(waitpid(-1, status, WNOHANG) > 0);
  return NULL;
}

int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
  pthread_t reaper;
  int status = 0;
  pthread_create(&reaper, NULL, reap, &status);
  if (fork() == 0) {
    _exit(3);
  }
  pthread_join(reaper, NULL);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  return 0;
}
