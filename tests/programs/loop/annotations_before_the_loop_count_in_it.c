// What is said before the test loop about races that are meant holds in all of its passes.
// CHECK: passes
// LOOP: safe
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void* work(void* unused) {
  ++counter;
  return unused;
}

int main(void) {
  heddle_benign_race(&counter, sizeof counter);
  do {
    counter = 0;
    heddle_start();
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    ++counter;
    pthread_join(thread, NULL);
  } while (heddle_restart());
  return 0;
}
