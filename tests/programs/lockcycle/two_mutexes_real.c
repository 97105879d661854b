// Two mutexes are taken in opposite orders.
// FAILS: deadlock
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void* left_first(void* unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);  // REPORTED
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return unused;
}

static void* right_first(void* unused) {
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);  // REPORTED
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, left_first, NULL);
  pthread_create(&threads[1], NULL, right_first, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
