// With seq_cst everywhere the claim is whole.
// LEDGER: none
// COMPLETE: yes
// SAYS: complete: all schedules
#include <stdatomic.h>

#include "threads.h"

static atomic_int x;
static atomic_int y;
static int seen_x;
static int seen_y;

static void* first(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_seq_cst);
  seen_y = atomic_load_explicit(&y, memory_order_seq_cst);
  return unused;
}

static void* second(void* unused) {
  atomic_store_explicit(&y, 1, memory_order_seq_cst);
  seen_x = atomic_load_explicit(&x, memory_order_seq_cst);
  return unused;
}

int main(void) {
  run_both(first, second);
  return seen_x == 0 && seen_y == 0 ? 1 : 0;
}
