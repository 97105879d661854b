// A program that declares nothing, as the C of 1989 allows, gets the functions all the same.
// CHECK: passes
static volatile sum;

main() {
  int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(value > 3 && value < 6);
  sum = value;
  if (sum != 4 && sum != 5) {
    reach_error();
  }
  return 0;
}
