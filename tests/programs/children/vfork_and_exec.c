// vfork and exec of another program, which is there or not.
// CHECK: passes
// RUNS: 100
#define _GNU_SOURCE
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(const char* path) {
  pid_t child = vfork();
  if (child == 0) {
    execl(path, path, (char*)0);
    _exit(77);
  }
  int status;
  assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
  return WEXITSTATUS(status);
}

int main(void) {
  assert(run("/bin/true") == 0);
  assert(run("/bin/false") == 1);
  assert(run("/no/such/program") == 77);
  return 0;
}
