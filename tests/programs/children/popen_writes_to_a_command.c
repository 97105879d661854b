// popen() with a command that reads: it gets more than a pipe holds, and says what it got.
// CHECK: passes
// RUNS: 20
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

static char block[100000];

int main(void) {
  memset(block, 'x', sizeof block);
  FILE* input = popen("test $(wc -c) -eq 200000 || exit 1; exit 5", "w");
  assert(input);
  assert(fwrite(block, 1, sizeof block, input) == sizeof block);
  assert(fwrite(block, 1, sizeof block, input) == sizeof block);
  int status = pclose(input);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 5);
  return 0;
}
