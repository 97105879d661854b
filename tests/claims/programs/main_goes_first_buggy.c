// main runs first: that another thread goes on before main's first visible operation is a preemption.
// HUNT: --detectors=none
// FINDINGS: 1
// NUMBERS: 1 2 proved
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int value;

static void* set(void* unused) {
  value = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  assert(value == 0);
  pthread_join(thread, NULL);
}
