// Addresses of heap, stack and code decide, and are the same in every execution: deterministic.
// EXECUTIONS: 2
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t locks[8];

static void* take(void* lock) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
  return NULL;
}

int main(void) {
  int* blocks[2] = {malloc(100), malloc(200)};
  uintptr_t heap = blocks[0] < blocks[1];
  uintptr_t stack = (uintptr_t)&heap >> 12 & 1;
  uintptr_t code = (uintptr_t)&take >> 12 & 1;
  pthread_mutex_t* lock = &locks[heap + 2 * stack + 4 * code];
  pthread_mutex_init(lock, NULL);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, take, lock);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  free(blocks[0]);
  free(blocks[1]);
  return 0;
}
