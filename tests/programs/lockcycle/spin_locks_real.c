// Two spin locks are taken in opposite orders.
// FAILS: deadlock
#define _GNU_SOURCE
#include <pthread.h>

static pthread_spinlock_t locks[2];

static void both(pthread_spinlock_t* outer, pthread_spinlock_t* inner) {
  pthread_spin_lock(outer);
  pthread_spin_lock(inner);  // REPORTED
  pthread_spin_unlock(inner);
  pthread_spin_unlock(outer);
}

static void* upwards(void* unused) {
  both(&locks[0], &locks[1]);
  return unused;
}

static void* downwards(void* unused) {
  both(&locks[1], &locks[0]);
  return unused;
}

int main(void) {
  pthread_spin_init(&locks[0], PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&locks[1], PTHREAD_PROCESS_PRIVATE);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, upwards, NULL);
  pthread_create(&threads[1], NULL, downwards, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
