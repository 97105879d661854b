// Who finds a block free frees it; each looks and acts under the lock, but not under the same hold.
// FAILS: double-free
// TSAN: silent
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int* block;

static void* clean_up(void* unused) {
  pthread_mutex_lock(&mutex);
  int* found = block;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  free(found);  // REPORTED
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
