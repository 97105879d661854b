// A write through a null pointer ends the run.
// FAILS: crash SIGSEGV
#include "lost_update.h"

static void fail(void) {
  int* volatile nowhere = NULL;
  *nowhere = 1;  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
