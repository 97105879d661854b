// The same with an end.
// FLAGS: -DENDS
// HUNT: --time=10s --all
// FINDINGS: 1
// COMPLETE: yes
// LEDGER: none
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
