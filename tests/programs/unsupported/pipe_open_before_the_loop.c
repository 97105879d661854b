// A pipe that is open when the test loop begins: what is in it would not be put back.
// UNSUPPORTED: open when the test loop begins
#include <heddle/heddle.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  do {
    heddle_start();
    if (write(ends[1], "x", 1) != 1) return 1;
  } while (heddle_restart());
  return 0;
}
