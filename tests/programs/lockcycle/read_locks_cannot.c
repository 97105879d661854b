// Three locks in a circle, all for reading.
// CHECK: passes
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>

static pthread_rwlock_t tables[3] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER,
                                     PTHREAD_RWLOCK_INITIALIZER};

static void* compare(void* number) {
  const intptr_t left = (intptr_t)number;
  const intptr_t right = (left + 1) % 3;
  pthread_rwlock_rdlock(&tables[left]);
  pthread_rwlock_rdlock(&tables[right]);
  pthread_rwlock_unlock(&tables[right]);
  pthread_rwlock_unlock(&tables[left]);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (intptr_t number = 0; number < 3; ++number) {
    pthread_create(&threads[number], NULL, compare, (void*)number);
  }
  for (int number = 0; number < 3; ++number) {
    pthread_join(threads[number], NULL);
  }
  return 0;
}
