// Two threads write the same value: a race that does no harm. With an argument the program fails at its end anyway.
#include <pthread.h>
#include <stdlib.h>

static int seen;

static void* work(void* unused) {
  (void)unused;
  seen = 1;
  return NULL;
}

int main(int argc, char** argv) {
  (void)argv;
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return argc > 1 ? 3 : 0;
}
