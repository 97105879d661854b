// Read-write lock attributes read back as set; a lock that prefers writers still excludes.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int shared;

static void* add(void* unused) {
  assert(pthread_rwlock_wrlock(&lock) == 0);
  ++shared;
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(shared >= 1);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return unused;
}

int main(void) {
  pthread_rwlockattr_t attributes;
  int value;
  assert(pthread_rwlockattr_init(&attributes) == 0);
  assert(pthread_rwlockattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_rwlockattr_setpshared(&attributes, 77) == EINVAL);
  assert(pthread_rwlockattr_getkind_np(&attributes, &value) == 0 && value == PTHREAD_RWLOCK_DEFAULT_NP);
  assert(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
  assert(pthread_rwlockattr_getkind_np(&attributes, &value) == 0);
  assert(value == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  assert(pthread_rwlockattr_setkind_np(&attributes, 77) == EINVAL);
  assert(pthread_rwlock_init(&lock, &attributes) == 0);
  assert(pthread_rwlockattr_destroy(&attributes) == 0);

  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, add, NULL) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(shared == 3);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
