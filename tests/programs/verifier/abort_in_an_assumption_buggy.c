// abort() is a failure, unless it is how an assumption is written.
// FAILS: crash
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

static void require_or_abort(int condition) {
  if (!condition) {
    abort();  // REPORTED
  }
}

int main(void) {
  require_or_abort(__VERIFIER_nondet_int() != 3);
  return 0;
}
