// A semaphore that lets two threads in excludes nobody of two.
// FAILS: data-race
// VARIABLE: counter
// TSAN: silent
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t inside;
static int counter;

static void* add(void* unused) {
  sem_wait(&inside);
  ++counter;  // REPORTED
  sem_post(&inside);
  return unused;
}

int main(void) {
  sem_init(&inside, 0, 2);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter == 1 || counter == 2);
  return 0;
}
