// A program and a shared library built by make: the unlocked counter inside the library loses a tick.
// FAILS: assertion tick() == 3
#include <assert.h>
#include <pthread.h>

#include "tick.h"

static void* tick_once(void* unused) {
  tick();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, tick_once, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(tick() == 3);  // REPORTED
  return 0;
}
