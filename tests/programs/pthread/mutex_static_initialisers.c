// The static initialisers of glibc make a normal, recursive, errorcheck and adaptive mutex without a call.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t errorcheck = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static int shared;

static void* add(void* mutex) {
  assert(pthread_mutex_lock(mutex) == 0);
  ++shared;
  assert(pthread_mutex_unlock(mutex) == 0);
  return NULL;
}

static void two_threads_add(pthread_mutex_t* mutex) {
  shared = 0;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, add, mutex) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(shared == 2);
}

int main(void) {
  two_threads_add(&normal);
  two_threads_add(&recursive);
  two_threads_add(&errorcheck);
  two_threads_add(&adaptive);

  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_lock(&errorcheck) == 0);
  assert(pthread_mutex_lock(&errorcheck) == EDEADLK);
  assert(pthread_mutex_unlock(&errorcheck) == 0);
  assert(pthread_mutex_lock(&adaptive) == 0);
  assert(pthread_mutex_trylock(&adaptive) == EBUSY);
  assert(pthread_mutex_unlock(&adaptive) == 0);
  return 0;
}
