// An atomic flag ends the wait.
// CHECK: passes
// TSAN: silent
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void* work(void* unused) {
  done = 1;
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  while (!done) {
  }
  pthread_join(worker, NULL);
  return 0;
}
