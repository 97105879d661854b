// A length and its block are replaced under one hold of the lock.
// CHECK: passes
// TSAN: silent
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char* block;
static int length = 4;
static volatile int seen;

static void* grow(void* unused) {
  pthread_mutex_lock(&mutex);
  length = 20;
  block = calloc(20, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  block = calloc(4, 1);
  pthread_t grower;
  pthread_create(&grower, NULL, grow, NULL);
  pthread_mutex_lock(&mutex);
  seen = block[length - 1];
  pthread_mutex_unlock(&mutex);
  pthread_join(grower, NULL);
  return 0;
}
