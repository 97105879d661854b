// A thread asked for with 32 MiB of stack and using 20 MiB of it.
// UNSUPPORTED: a thread stack larger
#include <assert.h>
#include <pthread.h>

__attribute__((noinline)) static int use_stack(int blocks) {
  volatile char block[16 << 10];
  block[blocks] = 1;
  if (blocks == 0) return 0;
  return use_stack(blocks - 1) + block[blocks];
}

static void* body(void* unused) {
  assert(use_stack(1280) == 1280);
  return unused;
}

int main(void) {
  pthread_attr_t attributes;
  assert(pthread_attr_init(&attributes) == 0);
  assert(pthread_attr_setstacksize(&attributes, 32 << 20) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, &attributes, body, NULL) == 0);
  assert(pthread_attr_destroy(&attributes) == 0);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
