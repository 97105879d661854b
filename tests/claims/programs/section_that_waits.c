// An atomic section that waits for the others is cut, and the summary says so.
// HUNT: --steps=100000 --bound=1
// LEDGER: atomic-section step-limit
// COMPLETE: no
// SAYS: an atomic section took a tenth of the --steps limit
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#include "threads.h"

static atomic_int ready;
static int rounds;

static void* wait(void* unused) {
  heddle_atomic_begin();
  while (ready == 0) {
    ++rounds;
  }
  heddle_atomic_end();
  return unused;
}

static void* tell(void* unused) {
  ready = 1;
  return unused;
}

int main(void) {
  run_both(wait, tell);
  return 0;
}
