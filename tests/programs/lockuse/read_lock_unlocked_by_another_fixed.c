// A lock that one thread holds for reading is unlocked by that one.
// CHECK: passes
// TSAN: silent
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* leave(void* unused) { return unused; }

int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  return 0;
}
