// Of two threads the other one is joined before the result is read.
// FAILS: data-race
// VARIABLE: result
// TSAN: race
#include <assert.h>
#include <pthread.h>

static int result;

static void* work(void* unused) {
  result += 42;  // REPORTED
  return unused;
}

static void* idle(void* unused) { return unused; }

int main(void) {
  pthread_t worker;
  pthread_t idler;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&idler, NULL, idle, NULL);
  pthread_join(idler, NULL);
  assert(result == 0 || result == 42);  // REPORTED
  pthread_join(worker, NULL);
  return 0;
}
