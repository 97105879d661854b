// A thread given its stack by pthread_attr_setstack runs on it.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { size = 256 << 10 };

static _Alignas(4096) char stack[size];

static void* where_am_i(void* unused) {
  (void)unused;
  char local;
  assert((uintptr_t)stack <= (uintptr_t)&local && (uintptr_t)&local < (uintptr_t)stack + size);
  pthread_attr_t attributes;
  void* lowest;
  size_t known_size;
  assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
  assert(pthread_attr_getstack(&attributes, &lowest, &known_size) == 0);
  assert(lowest == stack && known_size == size);
  assert(pthread_attr_destroy(&attributes) == 0);
  return stack;
}

int main(void) {
  pthread_attr_t attributes;
  assert(pthread_attr_init(&attributes) == 0);
  assert(pthread_attr_setstack(&attributes, stack, size) == 0);
  pthread_t thread;
  void* result;
  assert(pthread_create(&thread, &attributes, where_am_i, NULL) == 0);
  assert(pthread_attr_destroy(&attributes) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == stack);
  return 0;
}
