// A signal to the process group is for the child, too.
// UNSUPPORTED: a process group
#define _GNU_SOURCE
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void ignore(int number) { (void)number; }

int main(void) {
  setpgid(0, 0);
  pid_t child = fork();
  if (child == 0) {
    for (;;) pause();
  }
  struct sigaction action = {.sa_handler = ignore, .sa_flags = SA_RESTART};
  sigaction(SIGTERM, &action, NULL);
  kill(0, SIGTERM);
  return waitpid(child, NULL, 0) == child ? 0 : 1;
}
