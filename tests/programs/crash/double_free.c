// Freeing memory twice ends the run.
// FAILS: crash double free
#include <stdlib.h>

#include "lost_update.h"

static void fail(void) {
  void* volatile memory = malloc(40);
  free(memory);
  free(memory);  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
