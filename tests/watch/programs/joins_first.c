// One thread after the other: creating and joining them orders all that they do.
#include <pthread.h>
#include <stddef.h>

static int count = 0;

static void* counts(void* argument) {
  ++count;
  return argument;
}

int main(void) {
  for (int i = 0; i < 2; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, counts, NULL);
    pthread_join(thread, NULL);
  }
  return count == 2 ? 0 : 1;
}
