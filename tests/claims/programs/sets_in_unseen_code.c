// The library is called, but nobody waits there.
// UNSEEN: waits.c
// HUNT: --bound=0 --detectors=none
// LEDGER: uninstrumented
// COMPLETE: yes
#include "threads.h"

void unseen_set(volatile int* flag);
void unseen_wait(volatile int* flag);

static volatile int ready;

static void* set(void* unused) {
  unseen_set(&ready);
  return unused;
}

static void* await(void* unused) {
  unseen_set(&ready);
  return unused;
}

int main(void) {
  run_both(await, set);
  return 0;
}
