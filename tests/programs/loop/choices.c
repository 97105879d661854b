// In the test loop: heddle_choose steers the test, heddle_assume drops executions, and the loop goes on.
// CHECK: passes
// LOOP: safe
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum;

static void* add(void* amount) {
  atomic_fetch_add(&sum, *(int*)amount);
  return NULL;
}

int main(void) {
  do {
    sum = 0;
    heddle_start();
    int amounts[2];
    for (int i = 0; i < 2; ++i) amounts[i] = heddle_choose(3);
    heddle_assume(amounts[0] <= amounts[1]);
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, add, &amounts[i]) == 0);
    for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
    assert(sum == amounts[0] + amounts[1]);
  } while (heddle_restart());
  return 0;
}
