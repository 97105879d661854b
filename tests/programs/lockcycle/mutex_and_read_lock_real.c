// A reader wants a mutex, and who has it wants to write.
// FAILS: deadlock
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t log_mutex = PTHREAD_MUTEX_INITIALIZER;

static void* look_up(void* unused) {
  pthread_rwlock_rdlock(&table);
  pthread_mutex_lock(&log_mutex);  // REPORTED
  pthread_mutex_unlock(&log_mutex);
  pthread_rwlock_unlock(&table);
  return unused;
}

static void* replay(void* unused) {
  pthread_mutex_lock(&log_mutex);
  pthread_rwlock_wrlock(&table);  // REPORTED
  pthread_rwlock_unlock(&table);
  pthread_mutex_unlock(&log_mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, look_up, NULL);
  pthread_create(&threads[1], NULL, replay, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
