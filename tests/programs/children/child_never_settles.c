// A child that computes for ever: there is no step of the program until it waits.
// HANGS: T0 waits for child process 6000
#define _GNU_SOURCE
#include <sys/wait.h>
#include <unistd.h>

static volatile int turns;

int main(void) {
  pid_t child = fork();
  if (child == 0)
    for (;;) turns = turns + 1;
  return waitpid(child, NULL, 0) != child;
}
