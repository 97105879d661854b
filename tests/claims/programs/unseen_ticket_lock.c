// A ticket lock of a library without instrumentation keeps two threads apart: that they race is not said for certain.
// HUNT: --executions=500
// UNSEEN: ticket_lock.c
// LEDGER: uninstrumented
// COMPLETE: no
// SAYS: hint 1: data race on count
// SAYS: a hint: it may go wrong
// SAYS: not confirmed
// SAYS: code that is not instrumented: libunseen_ticket_lock.so
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
