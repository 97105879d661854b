// A lock that is free is had whatever the time says; otherwise the time is wrong, and nothing else.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec invalid = {.tv_sec = 1, .tv_nsec = 2000000000};

static void* lock(void* unused) {
  int error = pthread_mutex_timedlock(&mutex, &invalid);
  assert(error == 0 || error == EINVAL);
  if (error == 0) {
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static int lock_twice(int type) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t own;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type);
  pthread_mutex_init(&own, &attributes);
  pthread_mutex_lock(&own);
  int error = pthread_mutex_timedlock(&own, &invalid);
  pthread_mutex_unlock(&own);
  if (error == 0) {
    pthread_mutex_unlock(&own);
  }
  return error;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, lock, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  assert(lock_twice(PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(lock_twice(PTHREAD_MUTEX_ERRORCHECK) == EDEADLK);
  assert(lock_twice(PTHREAD_MUTEX_NORMAL) == EINVAL);
  return 0;
}
