// Under a read-write lock a reader never sees a writer half done and writers never meet.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left;
static int right;

static void* write_both(void* unused) {
  for (int i = 0; i < 2; ++i) {
    assert(pthread_rwlock_wrlock(&lock) == 0);
    ++left;
    ++right;
    assert(pthread_rwlock_unlock(&lock) == 0);
  }
  return unused;
}

static void* read_both(void* unused) {
  for (int i = 0; i < 2; ++i) {
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(left == right);
    assert(pthread_rwlock_unlock(&lock) == 0);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) assert(pthread_create(&threads[i], NULL, i % 2 ? read_both : write_both, NULL) == 0);
  for (int i = 0; i < 4; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(left == 4 && right == 4);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
