// A lock in inline assembly: that its users race is no finding.
// HUNT: --executions=500
// LEDGER: uninstrumented unseen-wait
// COMPLETE: no
// SAYS: hint 1: data race on count
// SAYS: not confirmed
// SAYS: assembly in the program, or functions that were left out of it
#include "threads.h"

static int word;
static int count;

static void enter(void) {
  int got;
  do {
    got = 1;
    __asm__ volatile("xchgl %0, %1" : "+r"(got), "+m"(word) : : "memory");
  } while (got);
}

static void leave(void) { __asm__ volatile("movl $0, %0" : "=m"(word) : : "memory"); }

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
