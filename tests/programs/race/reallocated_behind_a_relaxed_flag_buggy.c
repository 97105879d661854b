// A block is reallocated when a relaxed flag says that its writer is done.
// FAILS: data-race
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void* fill(void* block) {
  *(int*)block = 42;  // REPORTED
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  int* block = malloc(sizeof *block);
  pthread_t writer;
  pthread_create(&writer, NULL, fill, block);
  while (!atomic_load_explicit(&done, memory_order_relaxed)) {
  }
  int* larger = realloc(block, 4096);  // REPORTED
  pthread_join(writer, NULL);
  assert(larger);
  free(larger);
  return 0;
}
