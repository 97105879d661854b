// A plain flag saves the call of pthread_once, and is a race itself.
// FAILS: data-race
// VARIABLE: initialised
// TSAN: race
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialised;
static int config;

static void initialise(void) {
  config = 42;
  initialised = 1;  // REPORTED
}

static void* use(void* unused) {
  if (!initialised) pthread_once(&once, initialise);  // REPORTED
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(config == 42);
  return 0;
}
