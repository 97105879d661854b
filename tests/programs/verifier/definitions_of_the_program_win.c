// A program may define these functions itself: it gets its own.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

static int asked;
static int sections;

int __VERIFIER_nondet_int(void) {
  ++asked;
  return 42;
}
void __VERIFIER_assume(int condition) { assert(!condition); }
void __VERIFIER_atomic_begin(void) { ++sections; }
void __VERIFIER_atomic_end(void) { --sections; }
static void __VERIFIER_atomic_nothing(void) { assert(sections == 0); }

int main(void) {
  assert(__VERIFIER_nondet_int() == 42 && asked == 1);
  __VERIFIER_assume(0);
  __VERIFIER_atomic_nothing();
  __VERIFIER_atomic_begin();
  assert(sections == 1);
  __VERIFIER_atomic_end();
  return 0;
}
