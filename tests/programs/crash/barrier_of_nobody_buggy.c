// A barrier that was never initialised: libc divides by the number of its threads.
// FAILS: crash SIGFPE
#define _GNU_SOURCE
#include <pthread.h>

static pthread_barrier_t barrier;

static void* wait_there(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait_there, 0);
  pthread_barrier_wait(&barrier);
  pthread_join(thread, 0);
  return 0;
}
