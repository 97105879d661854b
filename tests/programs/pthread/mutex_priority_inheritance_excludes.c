// A priority-inheritance mutex excludes like any other; a mutex without a ceiling has none to read or set (EINVAL).
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int shared;

static void* add(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  ++shared;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  assert(pthread_mutexattr_init(&attributes) == 0);
  assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
  assert(pthread_mutex_init(&mutex, &attributes) == 0);
  assert(pthread_mutexattr_destroy(&attributes) == 0);

  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, add, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(shared == 2);
  assert(pthread_mutex_trylock(&mutex) == 0);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  assert(pthread_mutex_unlock(&mutex) == 0);

  int ceiling;
  assert(pthread_mutex_getprioceiling(&mutex, &ceiling) == EINVAL);
  assert(pthread_mutex_setprioceiling(&mutex, 1, &ceiling) == EINVAL);
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
