// Memory of the program that is made read-only or inaccessible is as it was in the next execution.
// CHECK: passes
// RESET: fork
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static _Alignas(4096) char constants[4096];

static void* reader(void* block) { return constants[0] == 7 && *(char*)block == 1 ? block : NULL; }

int main(void) {
  assert(constants[0] == 0);
  constants[0] = 7;
  assert(mprotect(constants, sizeof constants, PROT_READ) == 0);
  char* block = aligned_alloc(4096, 8192);
  block[0] = 1;
  block[4096] = 2;
  assert(mprotect(block + 4096, 4096, PROT_NONE) == 0);
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, reader, block);
  pthread_join(thread, &result);
  assert(result == block);
  return 0;
}
