// A block is freed when a flag, released and acquired, says that its reader is done.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void* look(void* block) {
  assert(*(int*)block == 42);
  atomic_store_explicit(&done, 1, memory_order_release);
  return NULL;
}

int main(void) {
  int* block = malloc(sizeof *block);
  *block = 42;
  pthread_t reader;
  pthread_create(&reader, NULL, look, block);
  while (!atomic_load_explicit(&done, memory_order_acquire)) {
  }
  free(block);
  pthread_join(reader, NULL);
  return 0;
}
