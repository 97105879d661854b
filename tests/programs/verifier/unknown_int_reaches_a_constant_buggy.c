// An unknown value is also what the program compares it with.
// FAILS: assertion reach_error() was called
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int sum;

int main(void) {
  int value = __VERIFIER_nondet_int();
  sum += value;
  if (value == 70123) {
    reach_error();  // REPORTED
  }
  return 0;
}
