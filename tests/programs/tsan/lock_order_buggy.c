// Two threads take two locks in different orders.
// FAILS: deadlock
// COMPILER: gcc clang-19
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void* other(void* unused) {
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);  // REPORTED
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);  // REPORTED
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return pthread_join(thread, NULL);
}
