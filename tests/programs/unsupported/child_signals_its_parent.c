// A forked child that sends its parent a signal.
// UNSUPPORTED: a child process that signals its parent
#define _GNU_SOURCE
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child == 0) _exit(kill(getppid(), SIGCONT));
  int status;
  return waitpid(child, &status, 0) != child || status != 0;
}
