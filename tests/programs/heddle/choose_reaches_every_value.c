// heddle_choose reaches each value in each place: one run in 27 draws 2, 0, 1.
// FAILS: assertion first == 2 && second == 0 && third == 1
#include <assert.h>
#include <heddle/heddle.h>

int main(void) {
  int first = heddle_choose(3);
  int second = heddle_choose(3);
  int third = heddle_choose(3);
  assert(!(first == 2 && second == 0 && third == 1));  // REPORTED
  return 0;
}
