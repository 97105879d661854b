// A fence weaker than seq_cst counts as such.
// LEDGER: weak-atomics
// COMPLETE: yes
#include <stdatomic.h>

#include "threads.h"

static void* fence(void* unused) {
  atomic_thread_fence(memory_order_release);
  return unused;
}

int main(void) {
  run_both(fence, fence);
  return 0;
}
