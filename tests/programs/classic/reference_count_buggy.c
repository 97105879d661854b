// A plain reference count: both owners may find themselves the last one, or neither.
// FAILS: assertion freed == 1
#include <assert.h>
#include <pthread.h>

static int references = 2;
static int freed;

static void* release(void* unused) {
  if (--references == 0) ++freed;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, release, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(freed == 1);  // REPORTED
  return 0;
}
