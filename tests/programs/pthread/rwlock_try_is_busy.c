// tryrdlock and trywrlock give EBUSY exactly when the lock is held in a way that excludes them.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* while_main_reads(void* unused) {
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return unused;
}

static void* while_main_writes(void* unused) {
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  return unused;
}

static void run(void* (*body)(void*)) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, body, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
}

int main(void) {
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  run(while_main_reads);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  run(while_main_writes);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
