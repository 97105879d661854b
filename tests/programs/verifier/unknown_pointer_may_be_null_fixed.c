// An unknown pointer that is not null may be written to.
// CHECK: passes
extern int* __VERIFIER_nondet_pointer(void);

int main(void) {
  int* place = __VERIFIER_nondet_pointer();
  if (place) {
    *place = 1;
  }
  return 0;
}
