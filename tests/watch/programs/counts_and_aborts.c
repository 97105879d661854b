// Counts in two threads without a lock, and ends badly when they have ended.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static int count = 0;

static void* counts(void* argument) {
  for (int i = 0; i < 20; ++i) {
    ++count;
    usleep(5000);
  }
  return argument;
}

int main(void) {
  pthread_t one;
  pthread_t other;
  pthread_create(&one, NULL, counts, NULL);
  pthread_create(&other, NULL, counts, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  abort();
}
