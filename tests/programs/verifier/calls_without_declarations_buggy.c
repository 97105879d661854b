// A program that declares nothing is told the values between its bounds, too.
// FAILS: assertion reach_error() was called
static volatile sum;

main() {
  int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(value > 300 && value < 306);
  sum = value;
  if (sum == 304) {
    reach_error();  // REPORTED
  }
  return 0;
}
