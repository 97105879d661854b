// As barrier_of_nobody_buggy.c, initialised.
// CHECK: passes
#define _GNU_SOURCE
#include <pthread.h>

static pthread_barrier_t barrier;

static void* wait_there(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, wait_there, 0);
  pthread_barrier_wait(&barrier);
  pthread_join(thread, 0);
  return 0;
}
