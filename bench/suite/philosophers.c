// Philosophers at a round table take the left fork, then the right: each can hold one and wait for the next one's.
// FINDS: deadlock
// PREEMPTIONS: 1 (when one stands still with its left fork, its left neighbours block one after the other, freely)
// VARIANTS: PHILOSOPHERS=2,3,4,5,6,7
// FIXED: takes the fork with the lower number first
#include <pthread.h>
#include <stdint.h>

#ifndef PHILOSOPHERS
#define PHILOSOPHERS 3
#endif

static pthread_mutex_t forks[PHILOSOPHERS];

static void* dine(void* seat) {
  int first = (int)(intptr_t)seat;
  int second = (first + 1) % PHILOSOPHERS;
#ifdef FIXED
  if (second < first) {
    second = first;
    first = 0;
  }
#endif
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);  // REPORTED
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return NULL;
}

int main(void) {
  pthread_t threads[PHILOSOPHERS];
  for (int i = 0; i < PHILOSOPHERS; ++i) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < PHILOSOPHERS; ++i) pthread_create(&threads[i], NULL, dine, (void*)(intptr_t)i);
  for (int i = 0; i < PHILOSOPHERS; ++i) pthread_join(threads[i], NULL);
}
