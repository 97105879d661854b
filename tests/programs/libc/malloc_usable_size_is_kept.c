// What malloc_usable_size says may be used, and is kept by realloc.
// CHECK: passes
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void* work(void* unused) {
  for (size_t size = 1; size < 200; size += 9) {
    char* block = malloc(size);
    const size_t usable = malloc_usable_size(block);
    assert(block && usable >= size);
    memset(block, 'u', usable);
    block = realloc(block, 2 * usable);
    assert(block && block[0] == 'u' && block[usable - 1] == 'u');
    free(block);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}
