// An unknown int that the program computes with: some values stand for the others, among them the constant.
// HUNT: --bound=0 --all --detectors=none
// FINDINGS: 1
// COMPLETE: no
// LEDGER: sampled-input one-thread
// SAYS: some values stood for the others: __VERIFIER_nondet_int at
// SAYS: 981
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int sum;

int main(void) {
  int value = __VERIFIER_nondet_int();
  sum += value;
  if (value == 981) {
    __VERIFIER_error();
  }
  return 0;
}
