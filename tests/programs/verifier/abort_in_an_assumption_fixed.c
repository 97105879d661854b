// The way in which assumptions are written in C ends an execution without a failure.
// CHECK: passes
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

static void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}

int main(void) {
  int value = __VERIFIER_nondet_int();
  assume_abort_if_not(value != 3);
  return value == 3;
}
