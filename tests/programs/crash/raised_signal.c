// A fatal signal the program sends itself, without a handler, ends the run.
// FAILS: crash raised
#include <signal.h>

#include "lost_update.h"

static void fail(void) {
  raise(SIGSEGV);  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
