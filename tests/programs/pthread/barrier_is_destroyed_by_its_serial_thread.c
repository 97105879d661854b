// The serial thread may destroy the barrier and free its memory at once; destroy waits for the others to leave.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t* barrier;

static void* meet(void* unused) {
  int result = pthread_barrier_wait(barrier);
  if (result == PTHREAD_BARRIER_SERIAL_THREAD) {
    assert(pthread_barrier_destroy(barrier) == 0);
    free(barrier);
  } else {
    assert(result == 0);
  }
  return unused;
}

int main(void) {
  barrier = malloc(sizeof *barrier);
  assert(barrier && pthread_barrier_init(barrier, NULL, 2) == 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, meet, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
