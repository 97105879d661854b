// Two mutexes taken in opposite order deadlock.
// FAILS: deadlock
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void* a_then_b(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);  // REPORTED
  ++shared;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void* b_then_a(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);  // REPORTED
  ++shared;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, a_then_b, NULL);
  pthread_create(&threads[1], NULL, b_then_a, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
