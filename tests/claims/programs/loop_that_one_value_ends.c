// A loop that only one of the unknown values ends: it ends by itself after some rounds, and no execution is cut.
// HUNT: --executions=200 --strategy=cb --bound=0 --detectors=none
// COMPLETE: no
// LEDGER: one-thread
// NEVER: cut at the step limit
extern int __VERIFIER_nondet_int(void);

int main(void) {
  while (__VERIFIER_nondet_int() != 2) {
  }
  return 0;
}
