// A thread asked for with 32 MiB of stack and using 20 MiB of it.
// UNSUPPORTED: thread stack
#include <assert.h>
#include <pthread.h>
#include <string.h>

__attribute__((noinline)) static int use_stack(int kilobytes) {
  volatile char block[1024];
  block[0] = 1;
  block[1023] = 1;
  if (kilobytes == 0) return 0;
  return use_stack(kilobytes - 1) + block[0];
}

static void* body(void* unused) {
  assert(use_stack(20 << 10) == 20 << 10);
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
