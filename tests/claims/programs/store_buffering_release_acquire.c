// Release and acquire are weaker, too.
// LEDGER: weak-atomics
// COMPLETE: yes
// SAYS: complete for sequentially consistent executions: all schedules
#include <stdatomic.h>

#include "threads.h"

static atomic_int x;
static atomic_int y;
static int seen_x;
static int seen_y;

static void* first(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_release);
  seen_y = atomic_load_explicit(&y, memory_order_acquire);
  return unused;
}

static void* second(void* unused) {
  atomic_store_explicit(&y, 1, memory_order_release);
  seen_x = atomic_load_explicit(&x, memory_order_acquire);
  return unused;
}

int main(void) {
  run_both(first, second);
  return seen_x == 0 && seen_y == 0 ? 1 : 0;
}
