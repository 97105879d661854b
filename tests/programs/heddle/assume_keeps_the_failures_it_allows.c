// Failures in executions that satisfy the assumption are still found.
// FAILS: assertion value != 1
#include <assert.h>
#include <heddle/heddle.h>

int main(void) {
  int value = heddle_choose(4);
  heddle_assume(value < 2);
  assert(value != 1);  // REPORTED
  return 0;
}
