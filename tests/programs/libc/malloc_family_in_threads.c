// The malloc family serves several threads: memory is writable, aligned, zeroed where promised, and kept by realloc.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int is_aligned(const void* pointer, size_t alignment) { return (uintptr_t)pointer % alignment == 0; }

static void* work(void* unused) {
  char* memory = malloc(100);
  assert(memory && is_aligned(memory, _Alignof(max_align_t)) && malloc_usable_size(memory) >= 100);
  memset(memory, 'm', 100);
  memory = realloc(memory, 5000);
  assert(memory && memory[0] == 'm' && memory[99] == 'm');
  memory = reallocarray(memory, 10, 10);
  assert(memory && memory[99] == 'm');
  free(memory);
  free(NULL);

  char* zeroed = calloc(30, 40);
  assert(zeroed);
  for (int i = 0; i < 1200; ++i) assert(zeroed[i] == 0);
  free(zeroed);

  void* aligned = aligned_alloc(64, 128);
  assert(aligned && is_aligned(aligned, 64));
  free(aligned);
  assert(posix_memalign(&aligned, 4096, 100) == 0 && is_aligned(aligned, 4096));
  free(aligned);
  assert(posix_memalign(&aligned, 3, 100) == EINVAL);
  aligned = memalign(256, 10);
  assert(aligned && is_aligned(aligned, 256));
  free(aligned);
  aligned = valloc(10);
  assert(aligned && is_aligned(aligned, 4096));
  free(aligned);
  void* nothing = malloc(0);
  assert(nothing);
  free(nothing);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, work, NULL) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
