// As linked_spin_lock.c, and the lock has no frames that it describes: its symbols tell of it.
// HUNT: --executions=500
// LINKED: assembly_lock.S
// LEDGER: uninstrumented
// COMPLETE: no
// SAYS: hint 1: data race on count
// SAYS: not confirmed
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
