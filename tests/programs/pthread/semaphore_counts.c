// A semaphore lets as many threads in as its value says; getvalue and trywait tell.
// CHECK: passes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t rooms;
static atomic_int inside;

static void* visit(void* unused) {
  assert(sem_wait(&rooms) == 0);
  assert(atomic_fetch_add(&inside, 1) < 2);
  atomic_fetch_sub(&inside, 1);
  assert(sem_post(&rooms) == 0);
  return unused;
}

int main(void) {
  int value;
  assert(sem_init(&rooms, 0, 2) == 0);
  assert(sem_getvalue(&rooms, &value) == 0 && value == 2);
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) assert(pthread_create(&threads[i], NULL, visit, NULL) == 0);
  for (int i = 0; i < 4; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(sem_getvalue(&rooms, &value) == 0 && value == 2);

  assert(sem_trywait(&rooms) == 0);
  assert(sem_trywait(&rooms) == 0);
  assert(sem_getvalue(&rooms, &value) == 0 && value == 0);
  errno = 0;
  assert(sem_trywait(&rooms) == -1 && errno == EAGAIN);
  assert(sem_post(&rooms) == 0);
  assert(sem_trywait(&rooms) == 0);
  assert(sem_destroy(&rooms) == 0);
  return 0;
}
