// A lock in functions that were left out of the instrumentation: that its users race is no finding.
// HUNT: --executions=500
// LEDGER: uninstrumented unseen-wait
// COMPLETE: no
// SAYS: hint 1: data race on count
// SAYS: not confirmed
#include <heddle/heddle.h>
#include <stdatomic.h>

#include "threads.h"

static atomic_int word;
static int count;

HEDDLE_IGNORE static void enter(void) {
  while (atomic_exchange(&word, 1)) {
  }
}

HEDDLE_IGNORE static void leave(void) { atomic_store(&word, 0); }

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
