// A failed assertion ends the run.
// FAILS: assertion counter == 2
#include <assert.h>

#include "lost_update.h"

static void fail(void) {
  assert(counter == 2);  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
