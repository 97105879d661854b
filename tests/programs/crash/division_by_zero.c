// An integer division by zero ends the run.
// FAILS: crash SIGFPE
#include "lost_update.h"

static volatile int dividend = 100;
static volatile int zero;
static volatile int quotient;

static void fail(void) {
  quotient = dividend / zero;  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
