// An unknown int that the program only compares: one value of each kind is all there is.
// HUNT: --bound=0 --detectors=none
// COMPLETE: yes
// EXECUTIONS: 3
// LEDGER: one-thread
extern int __VERIFIER_nondet_int(void);

static volatile int kind;

int main(void) {
  int value = __VERIFIER_nondet_int();
  if (value == 981) {
    kind = 1;
  } else if (value > 5000) {
    kind = 2;
  }
  return 0;
}
