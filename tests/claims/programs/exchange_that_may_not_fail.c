// compare_exchange_strong may not.
// LEDGER: none
// COMPLETE: yes
#include <stdatomic.h>

#include "threads.h"

static atomic_int x;

static void* add(void* unused) {
  int seen = x;
  while (!atomic_compare_exchange_strong(&x, &seen, seen + 1)) {
  }
  return unused;
}

int main(void) {
  run_both(add, add);
  return x == 2 ? 0 : 1;
}
