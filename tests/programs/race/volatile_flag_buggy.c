// A volatile flag ends the wait, but volatile is neither atomic nor ordered.
// FAILS: data-race
// VARIABLE: done
// TSAN: race
#include <pthread.h>

static volatile int done;

static void* work(void* unused) {
  done = 1;  // REPORTED
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  while (!done) {  // REPORTED
  }
  pthread_join(worker, NULL);
  return 0;
}
