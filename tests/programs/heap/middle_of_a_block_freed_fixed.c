// The beginning of a block is freed, wherever its cursor is.
// CHECK: passes
// TSAN: silent
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char* block;
static _Atomic(char*) cursor;

static void* advance(void* unused) {
  atomic_fetch_add(&cursor, 16);
  atomic_fetch_sub(&cursor, 16);
  return unused;
}

int main(void) {
  block = malloc(64);
  cursor = block;
  pthread_t thread;
  pthread_create(&thread, NULL, advance, NULL);
  free(block);
  pthread_join(thread, NULL);
  return 0;
}
