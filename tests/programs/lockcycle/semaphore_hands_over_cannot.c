// Opposite orders, the second one behind a semaphore that is posted when the first is done.
// CHECK: passes
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;

static void* left_first(void* unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  sem_post(&done);
  return unused;
}

static void* right_first(void* unused) {
  sem_wait(&done);
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return unused;
}

int main(void) {
  sem_init(&done, 0, 0);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, left_first, NULL);
  pthread_create(&threads[1], NULL, right_first, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
