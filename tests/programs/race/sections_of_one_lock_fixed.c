// Atomic functions and sections of benchmark programs exclude each other like one lock: no race.
// CHECK: passes
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int counter;

static void __VERIFIER_atomic_add(void) { counter = counter + 1; }

static void* add(void* unused) {
  __VERIFIER_atomic_add();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  __VERIFIER_atomic_begin();
  counter = counter + 1;
  __VERIFIER_atomic_end();
  pthread_join(thread, 0);
  return 0;
}
