// posix_spawn() starts a program that is there; for what is missing it gives the error and leaves no child.
// CHECK: passes
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>

static char* arguments[] = {"sh", "-c", "exit 127", NULL};
static char* environment[] = {NULL};

int main(void) {
  pid_t child;
  int status;
  assert(posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environment) == 0);
  assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 127);
  assert(posix_spawnp(&child, "sh", NULL, NULL, arguments, environment) == 0);
  assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 127);
  assert(posix_spawn(&child, "/no/such/program", NULL, NULL, arguments, environment) == ENOENT);
  posix_spawn_file_actions_t actions;
  assert(posix_spawn_file_actions_init(&actions) == 0);
  assert(posix_spawn_file_actions_addopen(&actions, 0, "/dev/null/x", O_RDONLY, 0) == 0);
  assert(posix_spawn(&child, "/bin/sh", &actions, NULL, arguments, environment) == ENOTDIR);
  assert(posix_spawn_file_actions_destroy(&actions) == 0);
  assert(wait(NULL) == -1 && errno == ECHILD);
  return 0;
}
