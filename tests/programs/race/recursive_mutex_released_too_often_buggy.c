// The inner function releases a recursive mutex twice: the rest of the outer one is not under it.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int counter;

static void inner(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void* outer(void* unused) {
  pthread_mutex_lock(&mutex);
  inner();
  ++counter;  // REPORTED
  return unused;
}

int main(void) {
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &recursive);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, outer, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter == 1 || counter == 2);
  return 0;
}
