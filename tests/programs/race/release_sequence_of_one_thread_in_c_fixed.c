// In C a later store of the same thread goes on with a release sequence.
// CHECK: passes
// RUNS: 50
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int stage;

static void* send(void* unused) {
  message = 42;
  atomic_store_explicit(&stage, 1, memory_order_release);
  atomic_store_explicit(&stage, 2, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t sender;
  pthread_create(&sender, 0, send, 0);
  if (atomic_load_explicit(&stage, memory_order_acquire) == 2) {
    assert(message == 42);
  }
  pthread_join(sender, 0);
  return 0;
}
