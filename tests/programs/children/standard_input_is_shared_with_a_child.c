// A command reads a line of standard input, and the parent the rest.
// CHECK: passes
// RUNS: 30
// INPUT: abcdef
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char text[8] = "";
  assert(read(0, text, 1) == 1 && text[0] == 'a');
  assert(system("test $(dd bs=1 count=2 2>/dev/null) = bc") == 0);
  ssize_t size = read(0, text, sizeof text - 1);
  assert(size == 4 && strncmp(text, "def\n", 4) == 0);
  return 0;
}
