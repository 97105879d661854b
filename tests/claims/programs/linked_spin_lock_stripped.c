// As linked_spin_lock.c, without a table of symbols.
// HUNT: --executions=500
// LINKED: spin_lock.c
// FLAGS: -s
// LEDGER: uninstrumented
// COMPLETE: no
// SAYS: hint 1: data race
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
