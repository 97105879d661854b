// What is behind an assumption that excludes the constant is not reached.
// CHECK: passes
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int sum;

int main(void) {
  int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(value < 70123);
  sum += value;
  if (value == 70123) {
    reach_error();
  }
  return 0;
}
