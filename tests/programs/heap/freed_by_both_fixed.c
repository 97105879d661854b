// Who finds a block frees it, and looks and acts under one hold of the lock.
// CHECK: passes
// TSAN: silent
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int* block;

static void* clean_up(void* unused) {
  pthread_mutex_lock(&mutex);
  int* found = block;
  free(found);
  block = NULL;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  block = malloc(sizeof *block);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, clean_up, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
