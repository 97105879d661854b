// After heddle_assume only executions in which the condition held go on; the others are no failures.
// CHECK: passes
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static volatile int counter;

static void* add(void* unused) {
  int seen = counter;
  counter = seen + 1;
  return unused;
}

int main(void) {
  int value = heddle_choose(4);
  heddle_assume(value != 3);
  assert(value < 3);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, add, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  heddle_assume(counter == 2);
  assert(counter == 2);
  return 0;
}
