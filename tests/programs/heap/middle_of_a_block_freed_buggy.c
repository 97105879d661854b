// A cursor into a block is freed, which another thread moves on and back.
// FAILS: wrong-free
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
  char* taken = cursor;
  free(taken);  // REPORTED
  pthread_join(thread, NULL);
  return 0;
}
