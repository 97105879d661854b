// What linkers, compilers and libc put into every program orders no threads: a race is certain without being confirmed.
// HUNT: --detectors=hb
// LEDGER: none
// COMPLETE: yes
// FINDINGS: 1
// SAYS: finding 1: data race on product
// NEVER: uninstrumented
#include <stdlib.h>

#include "threads.h"

__extension__ typedef unsigned __int128 Wide;

static volatile Wide divisor = 3;
static int product;

static void nothing(void) {}

static void* multiply(void* unused) {
  const Wide number = (Wide)1 << 100;
  product = product + (int)(number / divisor);
  return unused;
}

int main(void) {
  atexit(nothing);
  run_both(multiply, multiply);
  return 0;
}
