// A lock linked into the program is taken by one of two threads: their race is seen in the act.
// LINKED: spin_lock.c
// FINDINGS: 1
// SAYS: finding 1: data race on count
// NEVER: hint 1
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

static void* add_without(void* unused) {
  count = count + 1;
  return unused;
}

int main(void) {
  run_both(add, add_without);
  return 0;
}
