// Workers count themselves off relaxed; who sees that all are done reads their results too early.
// FAILS: data-race
// VARIABLE: results
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int results[2];
static atomic_int done;

static void* work(void* result) {
  *(int*)result = 21;  // REPORTED
  atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t workers[2];
  for (int i = 0; i < 2; ++i) pthread_create(&workers[i], NULL, work, &results[i]);
  while (atomic_load_explicit(&done, memory_order_acquire) != 2) {
  }
  assert(results[0] + results[1] == 42);  // REPORTED
  for (int i = 0; i < 2; ++i) pthread_join(workers[i], NULL);
  return 0;
}
