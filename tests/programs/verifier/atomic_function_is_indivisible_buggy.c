// A function is atomic by its name, but not together with what its caller does next.
// FAILS: assertion counter == 2
#include <assert.h>
#include <pthread.h>

static volatile int counter;

static int __VERIFIER_atomic_read(void) { return counter; }

static void __VERIFIER_atomic_write(int value) { counter = value; }

static void* add(void* unused) {
  int seen = __VERIFIER_atomic_read();
  __VERIFIER_atomic_write(seen + 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(counter == 2);  // REPORTED
  return 0;
}
