// pthread_atfork accepts handlers; without a fork none runs.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

static int calls;

static void count(void) { ++calls; }

static void* body(void* unused) {
  assert(pthread_atfork(count, NULL, count) == 0);
  return unused;
}

int main(void) {
  assert(pthread_atfork(count, count, count) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, body, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(calls == 0);
  return 0;
}
