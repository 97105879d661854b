// Two threads that wait in assembly for each other are no deadlock that heddle could prove: the program hangs.
// HANGS: wait_until_set
#include <pthread.h>

#include "waits.h"

static int first_ready;
static int second_ready;

static void* first(void* unused) {
  (void)unused;
  wait_until_set(&second_ready);
  set(&first_ready);
  return NULL;
}

static void* second(void* unused) {
  (void)unused;
  wait_until_set(&first_ready);
  set(&second_ready);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
