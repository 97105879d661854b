// An illegal instruction ends the run.
// FAILS: crash SIGILL
#include "lost_update.h"

static void fail(void) {
  __builtin_trap();  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
