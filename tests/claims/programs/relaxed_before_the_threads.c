// Relaxed operations of a thread that is alone weaken nothing.
// LEDGER: none
// COMPLETE: yes
// SAYS: complete: all schedules
#include <stdatomic.h>

#include "threads.h"

static atomic_int x;

static void* add(void* unused) {
  ++x;
  return unused;
}

int main(void) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  run_both(add, add);
  return atomic_load_explicit(&x, memory_order_relaxed) == 3 ? 0 : 1;
}
