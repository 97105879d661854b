// A reader-writer lock is destroyed while a reader may hold it.
// FAILS: lock-misuse
// TSAN: race
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock;
static atomic_int done;

static void* look(void* unused) {
  pthread_rwlock_rdlock(&lock);
  done = 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_rwlock_init(&lock, NULL);
  pthread_t reader;
  pthread_create(&reader, NULL, look, NULL);
  while (!done) {
  }
  pthread_rwlock_destroy(&lock);  // REPORTED
  pthread_join(reader, NULL);
  return 0;
}
