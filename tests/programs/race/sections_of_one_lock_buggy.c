// An access outside of the atomic sections races with those inside.
// FAILS: data-race
// VARIABLE: counter
#include <pthread.h>

static int counter;

static void __VERIFIER_atomic_add(void) { counter = counter + 1; }  // REPORTED

static void* add(void* unused) {
  __VERIFIER_atomic_add();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  counter = counter + 1;  // REPORTED
  pthread_join(thread, 0);
  return 0;
}
