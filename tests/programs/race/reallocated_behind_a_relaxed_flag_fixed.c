// A block is reallocated when its writer is joined.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void* fill(void* block) {
  *(int*)block = 42;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  int* block = malloc(sizeof *block);
  pthread_t writer;
  pthread_create(&writer, NULL, fill, block);
  while (!atomic_load_explicit(&done, memory_order_relaxed)) {
  }
  pthread_join(writer, NULL);
  int* larger = realloc(block, 4096);
  assert(larger);
  free(larger);
  return 0;
}
