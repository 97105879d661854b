// A thread hands out the address of its variable and ends; it is read behind the join.
// FAILS: stack-use-after-exit
// TSAN: silent
#include <pthread.h>

static int* answer;
static volatile int seen;

static void* work(void* unused) {
  int local = 42;
  answer = &local;
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  seen = *answer;  // REPORTED
  return 0;
}
