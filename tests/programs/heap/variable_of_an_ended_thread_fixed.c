// A thread hands out the address of a static variable and ends.
// CHECK: passes
// TSAN: silent
#include <pthread.h>

static int* answer;
static volatile int seen;

static void* work(void* unused) {
  static int local = 42;
  answer = &local;
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  seen = *answer;
  return 0;
}
