// Three threads, each with a lock that its neighbour wants.
// FAILS: deadlock
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* eat(void* seat) {
  const intptr_t left = (intptr_t)seat;
  const intptr_t right = (left + 1) % 3;
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);  // REPORTED
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (intptr_t seat = 0; seat < 3; ++seat) {
    pthread_create(&threads[seat], NULL, eat, (void*)seat);
  }
  for (int seat = 0; seat < 3; ++seat) {
    pthread_join(threads[seat], NULL);
  }
  return 0;
}
