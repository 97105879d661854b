// A thread waits in a library that is not instrumented: that it was blocked is assumed.
// UNSEEN: waits.c
// HUNT: --bound=0 --executions=3 --detectors=none
// LEDGER: unseen-wait uninstrumented
// COMPLETE: no
// SAYS: that a silent thread was blocked
#include "threads.h"

void unseen_set(volatile int* flag);
void unseen_wait(volatile int* flag);

static volatile int ready;

static void* set(void* unused) {
  unseen_set(&ready);
  return unused;
}

static void* await(void* unused) {
  unseen_wait(&ready);
  return unused;
}

int main(void) {
  run_both(await, set);
  return 0;
}
