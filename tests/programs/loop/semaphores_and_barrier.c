// In the test loop: semaphores and a barrier made and destroyed in every pass.
// CHECK: passes
// LOOP: safe
#define _GNU_SOURCE
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t tokens;
static pthread_barrier_t barrier;
static int cells[2];

static void* work(void* place) {
  assert(sem_wait(&tokens) == 0);
  *(int*)place = 1;
  assert(sem_post(&tokens) == 0);
  int result = pthread_barrier_wait(&barrier);
  assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(cells[0] == 1 && cells[1] == 1);
  return NULL;
}

int main(void) {
  do {
    cells[0] = cells[1] = 0;
    assert(sem_init(&tokens, 0, 1) == 0);
    assert(pthread_barrier_init(&barrier, NULL, 2) == 0);
    heddle_start();
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, work, &cells[i]) == 0);
    for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
    assert(sem_destroy(&tokens) == 0);
    assert(pthread_barrier_destroy(&barrier) == 0);
  } while (heddle_restart());
  return 0;
}
