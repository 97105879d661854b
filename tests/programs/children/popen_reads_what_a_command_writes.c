// popen() with a command that writes: lines and the end of its output are read, pclose() gives the status.
// CHECK: passes
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

int main(void) {
  FILE* output = popen("echo first; echo second; exit 3", "r");
  assert(output);
  char line[32];
  assert(fgets(line, sizeof line, output) && strcmp(line, "first\n") == 0);
  assert(fgets(line, sizeof line, output) && strcmp(line, "second\n") == 0);
  assert(!fgets(line, sizeof line, output) && feof(output));
  int status = pclose(output);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  return 0;
}
