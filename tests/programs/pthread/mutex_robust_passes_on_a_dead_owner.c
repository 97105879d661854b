// When the owner of a robust mutex ends, the next one to lock gets EOWNERDEAD, can repair it, and it works on.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int half_done;

static void* die_holding(void* unused) {
  int result = pthread_mutex_lock(&mutex);
  assert(result == 0 || result == EOWNERDEAD);
  if (result == EOWNERDEAD) assert(pthread_mutex_consistent(&mutex) == 0);
  half_done = 1;
  return unused;
}

static void* repair(void* unused) {
  int result = pthread_mutex_lock(&mutex);
  assert(result == 0 || result == EOWNERDEAD);
  assert(half_done == (result == EOWNERDEAD));
  if (result == EOWNERDEAD) {
    half_done = 0;
    assert(pthread_mutex_consistent(&mutex) == 0);
  }
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  assert(pthread_mutexattr_init(&attributes) == 0);
  assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
  assert(pthread_mutex_init(&mutex, &attributes) == 0);
  assert(pthread_mutexattr_destroy(&attributes) == 0);
  assert(pthread_mutex_consistent(&mutex) == EINVAL);

  pthread_t dying;
  pthread_t repairing;
  assert(pthread_create(&repairing, NULL, repair, NULL) == 0);
  assert(pthread_create(&dying, NULL, die_holding, NULL) == 0);
  assert(pthread_join(dying, NULL) == 0);
  assert(pthread_join(repairing, NULL) == 0);

  assert(pthread_create(&dying, NULL, die_holding, NULL) == 0);
  assert(pthread_join(dying, NULL) == 0);
  assert(pthread_mutex_trylock(&mutex) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
