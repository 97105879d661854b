// Starting another program by posix_spawn.
// UNSUPPORTED: posix_spawn
#define _GNU_SOURCE
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>

int main(void) {
  char* arguments[] = {"true", NULL};
  char* environment[] = {NULL};
  pid_t child;
  int status;
  if (posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environment) != 0) return 1;
  return waitpid(child, &status, 0) != child || status != 0;
}
