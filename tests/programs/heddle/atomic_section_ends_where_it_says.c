// After the end of an atomic section others run again: the second half of this update can be lost.
// FAILS: assertion counter == 4
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int counter;

static void* work(void* unused) {
  heddle_atomic_begin();
  ++counter;
  heddle_atomic_end();
  int seen = counter;
  counter = seen + 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter == 4);  // REPORTED
  return 0;
}
