// Assembly that touches no memory orders nothing: a race is certain without being confirmed.
// HUNT: --detectors=hb
// LEDGER: none
// COMPLETE: yes
// FINDINGS: 1
// SAYS: finding 1: data race on count
#include "threads.h"

static int count;

static void* add(void* unused) {
  int one;
  __asm__ volatile("movl $1, %0" : "=r"(one));
  __asm__ volatile("" : : : "memory");
  __asm__ volatile("pause");
  count = count + one;
  return unused;
}

int main(void) {
  run_both(add, add);
  return 0;
}
