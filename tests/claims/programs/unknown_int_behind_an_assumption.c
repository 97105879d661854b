// An unknown int with four values behind an assumption, and one that ends there: complete with all of them.
// HUNT: --bound=0 --detectors=none
// COMPLETE: yes
// LEDGER: one-thread
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int table[4] = {1, 1, 1, 1};

int main(void) {
  int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(value >= 0 && value < 4);
  assert(table[value] == 1);
  return 0;
}
