// Requests beyond all memory fail with ENOMEM and leave what was there.
// CHECK: passes
// FLAGS: -fno-builtin
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static volatile size_t too_much = PTRDIFF_MAX;

static void* work(void* unused) {
  errno = 0;
  assert(malloc(too_much) == NULL && errno == ENOMEM);
  errno = 0;
  assert(calloc(too_much, 16) == NULL && errno == ENOMEM);
  int* kept = malloc(sizeof *kept);
  assert(kept);
  *kept = 42;
  errno = 0;
  assert(realloc(kept, too_much) == NULL && errno == ENOMEM);
  errno = 0;
  assert(reallocarray(kept, too_much, 16) == NULL && errno == ENOMEM);
  assert(*kept == 42);
  free(kept);
  void* aligned;
  assert(posix_memalign(&aligned, 64, too_much) == ENOMEM);
  errno = 0;
  assert(aligned_alloc(64, too_much / 64 * 64) == NULL && errno == ENOMEM);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, work, NULL) == 0);
  work(NULL);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
