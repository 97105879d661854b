// The relaxed store of another thread ends the release sequence in C, too.
// FAILS: data-race
// VARIABLE: message
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int stage;

static void* send(void* unused) {
  message = 42;  // REPORTED
  atomic_store_explicit(&stage, 1, memory_order_release);
  return unused;
}

static void* go_on(void* unused) {
  int one = 1;
  if (atomic_load_explicit(&stage, memory_order_relaxed) == one) {
    atomic_store_explicit(&stage, 2, memory_order_relaxed);
  }
  return unused;
}

int main(void) {
  pthread_t sender, other;
  int got = 42;
  pthread_create(&sender, 0, send, 0);
  pthread_create(&other, 0, go_on, 0);
  if (atomic_load_explicit(&stage, memory_order_acquire) == 2) {
    got = message;  // REPORTED
  }
  pthread_join(sender, 0);
  pthread_join(other, 0);
  return got != 42;
}
