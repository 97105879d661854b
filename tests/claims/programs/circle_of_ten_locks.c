// A circle of more than 8 threads is not looked for, and that is said.
// HUNT: --detectors=lockorder --executions=1 --strategy=random
// LEDGER: lock-order-limit
// SAYS: heddle did not look for every lock cycle
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

// Each thread takes a lock and the next one, one thread after the other: a circle of 10.
static pthread_mutex_t mutexes[10];

static void* take(void* number) {
  const uintptr_t first = (uintptr_t)number;
  pthread_mutex_lock(&mutexes[first]);
  pthread_mutex_lock(&mutexes[(first + 1) % 10]);
  pthread_mutex_unlock(&mutexes[(first + 1) % 10]);
  pthread_mutex_unlock(&mutexes[first]);
  return NULL;
}

int main(void) {
  pthread_t threads[10];
  for (uintptr_t i = 0; i < 10; ++i) pthread_mutex_init(&mutexes[i], NULL);
  for (uintptr_t i = 0; i < 10; ++i) pthread_create(&threads[i], NULL, take, (void*)i);
  for (uintptr_t i = 0; i < 10; ++i) pthread_join(threads[i], NULL);
  return 0;
}
