// In the test loop: an atomic counter loses nothing.
// CHECK: passes
// LOOP: safe
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* add(void* unused) {
  for (int i = 0; i < 3; ++i) atomic_fetch_add(&counter, 1);
  return unused;
}

static void test(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, add, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(counter == 6);
}

int main(void) {
  do {
    counter = 0;
    heddle_start();
    test();
  } while (heddle_restart());
  return 0;
}
