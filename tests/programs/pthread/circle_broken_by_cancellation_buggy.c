// A thread joins another while it holds what that one waits for, and nobody cancels it: main only waits for both.
// FAILS: deadlock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t second;

static void release(void* unused) {
  (void)unused;
  assert(pthread_mutex_unlock(&mutex) == 0);
}

static void* wait_for_mutex(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

static void* hold_and_join(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  pthread_cleanup_push(release, NULL);
  assert(pthread_create(&second, NULL, wait_for_mutex, NULL) == 0);
  pthread_join(second, NULL);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t first;
  assert(pthread_create(&first, NULL, hold_and_join, NULL) == 0);
  assert(pthread_join(first, NULL) == 0);
  return 0;
}
