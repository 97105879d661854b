// A full fence does not.
// LEDGER: none
// COMPLETE: yes
#include <stdatomic.h>

#include "threads.h"

static void* fence(void* unused) {
  atomic_thread_fence(memory_order_seq_cst);
  return unused;
}

int main(void) {
  run_both(fence, fence);
  return 0;
}
