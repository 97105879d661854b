// compare_exchange_weak may fail for no reason; here it does not, which is said.
// LEDGER: weak-exchange
// COMPLETE: yes
// SAYS: compare_exchange_weak never fails spuriously
#include <stdatomic.h>

#include "threads.h"

static atomic_int x;

static void* add(void* unused) {
  int seen = x;
  while (!atomic_compare_exchange_weak(&x, &seen, seen + 1)) {
  }
  return unused;
}

int main(void) {
  run_both(add, add);
  return x == 2 ? 0 : 1;
}
