// pthread_getattr_np describes a stack that holds the caller's locals, in main and in threads of a given stack size.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void* find_own_stack(void* wanted) {
  pthread_attr_t attributes;
  void* lowest;
  size_t size;
  assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
  assert(pthread_attr_getstack(&attributes, &lowest, &size) == 0);
  uintptr_t here = (uintptr_t)&attributes;
  assert((uintptr_t)lowest <= here && here < (uintptr_t)lowest + size);
  if (wanted) assert(size >= *(size_t*)wanted);
  assert(pthread_attr_destroy(&attributes) == 0);
  return NULL;
}

int main(void) {
  find_own_stack(NULL);
  static size_t wanted[] = {256 << 10, 1 << 20, 4 << 20};
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) {
    pthread_attr_t attributes;
    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_setstacksize(&attributes, wanted[i]) == 0);
    assert(pthread_create(&threads[i], &attributes, find_own_stack, &wanted[i]) == 0);
    assert(pthread_attr_destroy(&attributes) == 0);
  }
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
