// Anonymous memory can be mapped, protected and unmapped; a new mapping is zero.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

enum { size = 1 << 16 };

static void* use_a_mapping(void* unused) {
  char* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(memory != MAP_FAILED);
  for (int i = 0; i < size; i += 4096) {
    assert(memory[i] == 0);
    memory[i] = 1;
  }
  assert(mprotect(memory, 4096, PROT_READ) == 0);
  assert(memory[0] == 1);
  assert(mprotect(memory, 4096, PROT_READ | PROT_WRITE) == 0);
  memory = mremap(memory, size, 2 * size, MREMAP_MAYMOVE);
  assert(memory != MAP_FAILED && memory[4096] == 1 && memory[2 * size - 1] == 0);
  assert(munmap(memory, 2 * size) == 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, use_a_mapping, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
