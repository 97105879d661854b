// The thread with the result is joined before it is read.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>

static int result;

static void* work(void* unused) {
  result += 42;
  return unused;
}

static void* idle(void* unused) { return unused; }

int main(void) {
  pthread_t worker;
  pthread_t idler;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&idler, NULL, idle, NULL);
  pthread_join(worker, NULL);
  assert(result == 0 || result == 42);
  pthread_join(idler, NULL);
  return 0;
}
