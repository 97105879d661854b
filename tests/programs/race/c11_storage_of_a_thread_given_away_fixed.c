// Each thread has its own value in C11 thread storage.
// CHECK: passes
// TSAN: crash
#include <assert.h>
#include <threads.h>

static tss_t key;
static int values[2];

static int work(void* own) {
  tss_set(key, own);
  ++*(int*)tss_get(key);
  return 0;
}

int main(void) {
  tss_create(&key, NULL);
  thrd_t threads[2];
  for (int i = 0; i < 2; ++i) thrd_create(&threads[i], work, &values[i]);
  for (int i = 0; i < 2; ++i) thrd_join(threads[i], NULL);
  assert(values[0] == 1 || values[0] == 2);
  return 0;
}
