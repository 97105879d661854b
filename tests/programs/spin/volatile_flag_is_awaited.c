// A thread waits for a plain variable that another one writes.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int ready;
static int value;

static void* consume(void* unused) {
  while (!ready) {
  }
  assert(value == 7);
  return unused;
}

int main(void) {
  pthread_t consumer;
  pthread_create(&consumer, NULL, consume, NULL);
  value = 7;
  ready = 1;
  pthread_join(consumer, NULL);
  return 0;
}
