// A cancelled condition wait takes the mutex back, runs the cleanup handlers and ends with PTHREAD_CANCELED.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void clean(void* locked) {
  ++cleaned;
  assert(pthread_mutex_unlock(locked) == 0);
}

static void* wait_forever(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  pthread_cleanup_push(clean, &mutex);
  for (;;) assert(pthread_cond_wait(&never, &mutex) == 0);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result;
  assert(pthread_create(&thread, NULL, wait_forever, NULL) == 0);
  assert(pthread_cancel(thread) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == PTHREAD_CANCELED);
  assert(cleaned == 1);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return 0;
}
