// heddle_choose(n) gives 0 to n-1, and 0 when there is nothing to choose.
// CHECK: passes
#include <assert.h>
#include <heddle/heddle.h>

int main(void) {
  for (int n = 1; n <= 5; ++n) {
    int value = heddle_choose(n);
    assert(value >= 0 && value < n);
    if (!heddle_is_active()) assert(value == 0);
  }
  return 0;
}
