// Threads that hold each other up are a deadlock also where the process ends beside them, and cancels none of them.
// FAILS: deadlock
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
  pthread_join(second, NULL);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

int main(void) {
  pthread_t first;
  assert(pthread_create(&first, NULL, hold_and_join, NULL) == 0);
  return 0;
}
