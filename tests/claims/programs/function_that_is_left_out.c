// A function that was left out and has no atomics orders nothing.
// HUNT: --detectors=hb
// LEDGER: none
// COMPLETE: yes
// FINDINGS: 1
// SAYS: finding 1: data race on count
#include <heddle/heddle.h>

#include "threads.h"

static int count;
static int calls;

HEDDLE_IGNORE static void note(void) { ++calls; }

static void* add(void* unused) {
  note();
  count = count + 1;
  return unused;
}

int main(void) {
  run_both(add, add);
  return 0;
}
