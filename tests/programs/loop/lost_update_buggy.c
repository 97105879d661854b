// In the test loop: an update without a lock gets lost in some executions.
// FAILS: assertion counter == 2
// LOOP: safe
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int counter;

static void* add(void* unused) {
  int seen = counter;
  counter = seen + 1;
  return unused;
}

int main(void) {
  do {
    counter = 0;
    heddle_start();
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
    assert(counter == 2);  // REPORTED
  } while (heddle_restart());
  return 0;
}
