// Nothing inside a function marked HEDDLE_IGNORE is a scheduling point: its update cannot be torn.
// CHECK: passes
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int counter;

HEDDLE_IGNORE __attribute__((noinline)) static void add(void) {
  int seen = counter;
  counter = seen + 1;
}

static void* work(void* unused) {
  for (int i = 0; i < 3; ++i) add();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, work, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(counter == 6);
  return 0;
}
