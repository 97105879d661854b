// A loop that writes what no other thread sees has no steps, and is cut all the same. What happened before counts.
// HUNT: --time=10s --all
// FINDINGS: 1
// COMPLETE: no
// LEDGER: step-limit
// SAYS: data race on shared
#include <pthread.h>

#include "threads.h"

static int shared;
static int own;

static void* first(void* unused) {
  shared = 1;
#ifdef ENDS
  for (int round = 0; round < 1000; ++round) ++own;
  return unused;
#else
  (void)unused;
  for (;;) ++own;
#endif
}

static void* second(void* unused) {
  shared = 2;
  return unused;
}

int main(void) {
  run_both(first, second);
  return 0;
}
