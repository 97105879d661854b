// Readers hold the lock together: each waits inside for the other, and neither blocks.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static pthread_barrier_t both_inside;

static void* meet_inside(void* unused) {
  assert(pthread_rwlock_rdlock(&lock) == 0);
  int result = pthread_barrier_wait(&both_inside);
  assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return unused;
}

int main(void) {
  assert(pthread_rwlock_init(&lock, NULL) == 0);
  assert(pthread_barrier_init(&both_inside, NULL, 2) == 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, meet_inside, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(pthread_barrier_destroy(&both_inside) == 0);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
