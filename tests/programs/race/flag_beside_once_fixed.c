// pthread_once is called each time.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int config;

static void initialise(void) { config = 42; }

static void* use(void* unused) {
  pthread_once(&once, initialise);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(config == 42);
  return 0;
}
