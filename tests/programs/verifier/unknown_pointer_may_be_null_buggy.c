// An unknown pointer may be null.
// FAILS: crash
extern int* __VERIFIER_nondet_pointer(void);

int main(void) {
  int* place = __VERIFIER_nondet_pointer();
  *place = 1;  // REPORTED
  return 0;
}
