// One of three threads is found.
// HUNT: --detectors=lockorder --bound=0
// LEDGER: none
// SAYS: possible deadlock
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

// Each thread takes a lock and the next one, one thread after the other: a circle of 3.
static pthread_mutex_t mutexes[3];

static void* take(void* number) {
  const uintptr_t first = (uintptr_t)number;
  pthread_mutex_lock(&mutexes[first]);
  pthread_mutex_lock(&mutexes[(first + 1) % 3]);
  pthread_mutex_unlock(&mutexes[(first + 1) % 3]);
  pthread_mutex_unlock(&mutexes[first]);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (uintptr_t i = 0; i < 3; ++i) pthread_mutex_init(&mutexes[i], NULL);
  for (uintptr_t i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, take, (void*)i);
  for (uintptr_t i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
