// Children, and a grandchild, that nobody waits for do not outlive the execution.
// CHECK: passes
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  assert(pipe(ends) == 0);
  for (int index = 0; index < 2; ++index) {
    pid_t child = fork();
    assert(child >= 0);
    if (child == 0) {
      close(ends[1]);
      if (index == 1 && fork() < 0) _exit(1);
      char byte;
      _exit(read(ends[0], &byte, 1) == 0 ? 0 : 1);  // until the parent has ended
    }
  }
  return 0;
}
