// One condition variable for room and for elements: a consumer's signal wakes the other consumer, not the producer.
// FINDS: deadlock
// PREEMPTIONS: 0 (both consumers wait first, then the producer for room; the consumer that takes wakes the other one)
// FIXED: wakes all waiters
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool full;

static void wake(void) {
#ifdef FIXED
  pthread_cond_broadcast(&changed);
#else
  pthread_cond_signal(&changed);
#endif
}

static void put(void) {
  pthread_mutex_lock(&lock);
  while (full) pthread_cond_wait(&changed, &lock);  // REPORTED
  full = true;
  wake();
  pthread_mutex_unlock(&lock);
}

static void take(void) {
  pthread_mutex_lock(&lock);
  while (!full) pthread_cond_wait(&changed, &lock);  // REPORTED
  full = false;
  wake();
  pthread_mutex_unlock(&lock);
}

static void* produce(void* unused) {
  put();
  put();
  return unused;
}

static void* consume(void* unused) {
  take();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, consume, NULL);
  pthread_create(&threads[1], NULL, produce, NULL);
  pthread_create(&threads[2], NULL, consume, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
}
