// A lock that one thread holds for reading is unlocked by another one.
// FAILS: lock-misuse
// TSAN: silent
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* leave(void* unused) {
  pthread_rwlock_unlock(&lock);  // REPORTED
  return unused;
}

int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  pthread_join(thread, NULL);
  return 0;
}
