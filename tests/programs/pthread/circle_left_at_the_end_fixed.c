// A thread that ends with the process, beside another that waits for its end, holds nobody up.
// CHECK: passes
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* wait_for_mutex(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

static void* hold_and_join(void* unused) {
  pthread_t second;
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_create(&second, NULL, wait_for_mutex, NULL) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  pthread_join(second, NULL);
  return unused;
}

int main(void) {
  pthread_t first;
  assert(pthread_create(&first, NULL, hold_and_join, NULL) == 0);
  return 0;
}
