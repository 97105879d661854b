/* A test of two threads in the loop of heddle.h: the program itself puts its state back, and an execution costs a few
 * microseconds. On its own it runs once. */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void* increment(void* unused) {
  for (int i = 0; i < 3; ++i) {
    ++counter;
  }
  return unused;
}

int main(void) {
  do {
    counter = 0;
    heddle_start();
    pthread_t one, two;
    pthread_create(&one, NULL, increment, NULL);
    pthread_create(&two, NULL, increment, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(counter > 2); /* six increments, and four of them can be lost */
  } while (heddle_restart());
  return 0;
}
