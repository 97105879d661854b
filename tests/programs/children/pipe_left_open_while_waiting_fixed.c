// The parent closes its end of a pipe before it waits for the child that reads to the end of it.
// CHECK: passes
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  assert(pipe(ends) == 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[0], 0);
    close(ends[0]);
    close(ends[1]);
    execl("/bin/sh", "sh", "-c", "test $(wc -c) -eq 5", (char*)0);
    _exit(1);
  }
  assert(close(ends[0]) == 0);
  assert(write(ends[1], "hello", 5) == 5);
  assert(close(ends[1]) == 0);
  int status;
  assert(waitpid(child, &status, 0) == child && status == 0);
  return 0;
}
