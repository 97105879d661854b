// The flag of a condition is set before the lock is taken, and read under it.
// FAILS: data-race
// VARIABLE: ready
// TSAN: race
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void* produce(void* unused) {
  ready = 1;  // REPORTED
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);  // REPORTED
  pthread_mutex_unlock(&mutex);
  pthread_join(producer, NULL);
  return 0;
}
