// A lock that prefers writers keeps readers out while a writer waits: whoever reads already and reads again waits for
// the writer, which waits for it.
// FAILS: deadlock
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int value;

static void* write_one(void* unused) {
  assert(pthread_rwlock_wrlock(&lock) == 0);
  value = 1;
  assert(pthread_rwlock_unlock(&lock) == 0);
  return unused;
}

int main(void) {
  pthread_rwlockattr_t attributes;
  assert(pthread_rwlockattr_init(&attributes) == 0);
  assert(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
  assert(pthread_rwlock_init(&lock, &attributes) == 0);
  pthread_t writer;
  assert(pthread_create(&writer, NULL, write_one, NULL) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  const int first = value;
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(value == first);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_join(writer, NULL) == 0);
  return 0;
}
