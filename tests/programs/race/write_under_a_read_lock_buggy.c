// Two threads write under a read lock, which both may hold.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int counter;

static void* add(void* unused) {
  pthread_rwlock_rdlock(&lock);
  ++counter;  // REPORTED
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter == 1 || counter == 2);
  return 0;
}
