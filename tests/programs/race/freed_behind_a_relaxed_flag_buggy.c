// A block is freed when a relaxed flag says that its reader is done, which orders nothing.
// FAILS: data-race
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void* look(void* block) {
  assert(*(int*)block == 42);  // REPORTED
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  int* block = malloc(sizeof *block);
  *block = 42;
  pthread_t reader;
  pthread_create(&reader, NULL, look, block);
  while (!atomic_load_explicit(&done, memory_order_acquire)) {
  }
  free(block);  // REPORTED
  pthread_join(reader, NULL);
  return 0;
}
