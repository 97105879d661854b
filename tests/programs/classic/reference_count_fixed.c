// An atomic reference count: exactly one owner is the last.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int references = 2;
static int freed;

static void* release(void* unused) {
  if (atomic_fetch_sub(&references, 1) == 1) ++freed;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, release, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(freed == 1);
  return 0;
}
