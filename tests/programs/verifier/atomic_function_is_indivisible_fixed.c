// A function defined as __VERIFIER_atomic_... is one atomic section, whichever way it is left.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

static volatile int counter;
static volatile int odd;

static int __VERIFIER_atomic_add(void) {
  int seen = counter;
  counter = seen + 1;
  if (seen % 2 == 0) {
    return 0;
  }
  odd = odd + 1;
  return 1;
}

static void* add(void* unused) {
  __VERIFIER_atomic_add();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(counter == 2 && odd == 1);
  return 0;
}
