// Relaxed atomics: complete for sequentially consistent executions only.
// LEDGER: weak-atomics
// COMPLETE: yes
// SAYS: complete for sequentially consistent executions: all schedules
// SAYS: weaker than seq_cst
// NEVER: : complete: all
#include <stdatomic.h>

#include "threads.h"

static atomic_int x;
static atomic_int y;
static int seen_x;
static int seen_y;

static void* first(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  seen_y = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void* second(void* unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  seen_x = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  run_both(first, second);
  return seen_x == 0 && seen_y == 0 ? 1 : 0;
}
