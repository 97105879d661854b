// A second lock of a checking mutex fails; its unlock, which nobody doubts, ends the first one.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int counter;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  ++counter;  // REPORTED
  return unused;
}

int main(void) {
  pthread_mutexattr_t checking;
  pthread_mutexattr_init(&checking);
  pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &checking);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter == 1 || counter == 2);
  return 0;
}
