// Each of the 256 values of an unknown byte is tried.
// HUNT: --bound=0 --detectors=none
// COMPLETE: yes
// EXECUTIONS: 256
// LEDGER: one-thread
extern unsigned char __VERIFIER_nondet_uchar(void);

static int sum;

int main(void) {
  sum += __VERIFIER_nondet_uchar();
  return 0;
}
