// A lock that prefers writers: a try to read is busy from when a writer waits, and free when it has given up.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void* write_or_give_up(void* unused) {
  struct timespec deadline;
  assert(clock_gettime(CLOCK_REALTIME, &deadline) == 0);
  ++deadline.tv_sec;
  assert(pthread_rwlock_timedwrlock(&lock, &deadline) == ETIMEDOUT);
  return unused;
}

int main(void) {
  assert(pthread_rwlock_rdlock(&lock) == 0);
  pthread_t writer;
  assert(pthread_create(&writer, NULL, write_or_give_up, NULL) == 0);
  const int error = pthread_rwlock_tryrdlock(&lock);
  assert(error == 0 || error == EBUSY);
  assert(pthread_join(writer, NULL) == 0);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  if (error == 0) assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return 0;
}
