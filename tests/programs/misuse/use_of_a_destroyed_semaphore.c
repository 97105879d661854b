// main destroys a semaphore that a thread may still post.
// FAILS: destroyed-primitive sem-post of an object that was destroyed
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void* work(void* unused) {
  sem_post(&done);  // REPORTED
  return unused;
}

int main(void) {
  sem_init(&done, 0, 0);
  pthread_t workers[2];
  for (int i = 0; i < 2; ++i) pthread_create(&workers[i], NULL, work, NULL);
  sem_wait(&done);
  sem_destroy(&done);
  for (int i = 0; i < 2; ++i) pthread_join(workers[i], NULL);
  return 0;
}
