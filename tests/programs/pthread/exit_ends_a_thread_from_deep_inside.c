// pthread_exit ends the thread from any depth, runs cleanup handlers last in first out, then key destructors.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_key_t key;
static char order[8];

static void note(void* letter) { strncat(order, letter, 1); }

__attribute__((noinline)) static void deep(int depth) {
  pthread_cleanup_push(note, depth == 2 ? "a" : depth == 1 ? "b" : "c");
  if (depth > 0) deep(depth - 1);
  pthread_exit(order);
  pthread_cleanup_pop(0);
}

static void* body(void* unused) {
  assert(pthread_setspecific(key, "z") == 0);
  pthread_cleanup_push(note, "x");
  pthread_cleanup_pop(0);
  pthread_cleanup_push(note, "1");
  pthread_cleanup_pop(1);
  deep(2);
  return unused;
}

int main(void) {
  assert(pthread_key_create(&key, note) == 0);
  pthread_t thread;
  void* result;
  assert(pthread_create(&thread, NULL, body, NULL) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == order);
  assert(strcmp(order, "1cbaz") == 0);
  puts(order);
  return 0;
}
