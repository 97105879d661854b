// The default read-write lock of glibc prefers readers: one gets in while another reads, though a writer waits.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int written;

static void* write_one(void* unused) {
  assert(pthread_rwlock_wrlock(&lock) == 0);
  ++written;
  assert(pthread_rwlock_unlock(&lock) == 0);
  return unused;
}

static void* read_one(void* unused) {
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(written == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return unused;
}

int main(void) {
  assert(pthread_rwlock_rdlock(&lock) == 0);
  pthread_t writer;
  pthread_t reader;
  assert(pthread_create(&writer, NULL, write_one, NULL) == 0);
  assert(pthread_create(&reader, NULL, read_one, NULL) == 0);
  assert(pthread_join(reader, NULL) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(written == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_join(writer, NULL) == 0);
  assert(written == 1);
  return 0;
}
