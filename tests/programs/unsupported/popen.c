// Reading a shell command's output by popen.
// UNSUPPORTED: popen
#define _GNU_SOURCE
#include <stdio.h>

int main(void) {
  FILE* output = popen("echo x", "r");
  if (!output) return 1;
  int first = getc(output);
  return pclose(output) != 0 || first != 'x';
}
