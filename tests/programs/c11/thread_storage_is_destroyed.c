// tss_t values and _Thread_local variables are per thread; destructors of the former run at thread end.
// CHECK: passes
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static tss_t key;
static _Thread_local int own = 5;
static atomic_int destroyed;

static void destroy(void* value) { atomic_fetch_add(&destroyed, *(int*)value); }

static int body(void* value) {
  assert(tss_get(key) == NULL && own == 5);
  own += *(int*)value;
  assert(tss_set(key, value) == thrd_success);
  thrd_yield();
  assert(tss_get(key) == value && own == 5 + *(int*)value);
  if (*(int*)value == 1) thrd_exit(0);
  return 0;
}

int main(void) {
  static int values[] = {1, 10, 100};
  assert(tss_create(&key, destroy) == thrd_success);
  thrd_t threads[3];
  for (int i = 0; i < 3; ++i) assert(thrd_create(&threads[i], body, &values[i]) == thrd_success);
  for (int i = 0; i < 3; ++i) assert(thrd_join(threads[i], NULL) == thrd_success);
  assert(destroyed == 111);
  assert(tss_get(key) == NULL && own == 5);
  tss_delete(key);
  return 0;
}
