// An exit status other than 0 is a failure.
// FAILS: exit 7
#include <stdlib.h>

#include "lost_update.h"

static void fail(void) { exit(7); }

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
