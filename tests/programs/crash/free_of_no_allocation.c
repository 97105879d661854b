// Freeing what was never allocated ends the run.
// FAILS: crash invalid
#include <stdlib.h>

#include "lost_update.h"

static char array[64];

static void fail(void) {
  void* volatile no_allocation = array + 16;
  free(no_allocation);  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
