// A spin lock of an object without instrumentation, linked into the program: that its users race is no finding.
// HUNT: --executions=500
// LINKED: spin_lock.c
// LEDGER: uninstrumented
// COMPLETE: no
// SAYS: hint 1: data race on count
// SAYS: not confirmed
// SAYS: code that is not instrumented: code linked into the program
#include "threads.h"

extern void enter(void);
extern void leave(void);

static int count;

static void* add(void* unused) {
  enter();
  count = count + 1;
  leave();
  return unused;
}

int main(void) {
  run_both(add, add);
  return count == 2 ? 0 : 1;
}
