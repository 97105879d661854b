// pthread_once runs its routine once, and whoever returns from it finds the routine done.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

static void initialise(void) { ++runs; }

static void* use(void* unused) {
  assert(pthread_once(&once, initialise) == 0);
  assert(runs == 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, use, NULL) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  use(NULL);
  assert(runs == 1);
  return 0;
}
