// Who holds a lock for reading takes it for writing, in the moment in which the value is stale.
// FAILS: deadlock
// TSAN: silent
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int stale;

static void* invalidate(void* unused) {
  stale = 1;
  stale = 0;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, invalidate, NULL);
  pthread_rwlock_rdlock(&lock);
  if (stale) {
    pthread_rwlock_wrlock(&lock);  // REPORTED
  }
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
