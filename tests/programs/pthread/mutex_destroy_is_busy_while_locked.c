// Destroying a locked mutex gives EBUSY and leaves it usable; the memory can hold a new mutex afterwards.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void* destroy_in_vain(void* unused) {
  assert(pthread_mutex_destroy(&mutex) == EBUSY);
  return unused;
}

int main(void) {
  assert(pthread_mutex_init(&mutex, NULL) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_destroy(&mutex) == EBUSY);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, destroy_in_vain, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_destroy(&mutex) == 0);
  assert(pthread_mutex_init(&mutex, NULL) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
