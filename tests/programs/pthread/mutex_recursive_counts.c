// A recursive mutex is free for others only after as many unlocks as locks, and only its owner may unlock it.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int shared;

static void* try_to_take(void* expected) {
  assert(pthread_mutex_trylock(&mutex) == *(int*)expected);
  if (*(int*)expected == EBUSY)
    assert(pthread_mutex_unlock(&mutex) == EPERM);
  else
    assert(pthread_mutex_unlock(&mutex) == 0);
  return NULL;
}

static void expect_of_another_thread(int expected) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, try_to_take, &expected) == 0);
  assert(pthread_join(thread, NULL) == 0);
}

static void* add_nested(void* unused) {
  for (int depth = 0; depth < 3; ++depth) assert(pthread_mutex_lock(&mutex) == 0);
  int seen = shared;
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  shared = seen + 1;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  assert(pthread_mutexattr_init(&attributes) == 0);
  assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(pthread_mutex_init(&mutex, &attributes) == 0);
  assert(pthread_mutexattr_destroy(&attributes) == 0);

  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_trylock(&mutex) == 0);
  expect_of_another_thread(EBUSY);
  assert(pthread_mutex_unlock(&mutex) == 0);
  expect_of_another_thread(EBUSY);
  assert(pthread_mutex_unlock(&mutex) == 0);
  expect_of_another_thread(0);
  assert(pthread_mutex_unlock(&mutex) == EPERM);

  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, add_nested, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(shared == 2);
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
