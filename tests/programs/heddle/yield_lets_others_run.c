// A thread that waits by heddle_yield goes on once the other one has made its step.
// CHECK: passes
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;

static void* answer(void* unused) {
  while (atomic_load(&stage) != 1) heddle_yield();
  atomic_store(&stage, 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, answer, NULL) == 0);
  atomic_store(&stage, 1);
  while (atomic_load(&stage) != 2) heddle_yield();
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
