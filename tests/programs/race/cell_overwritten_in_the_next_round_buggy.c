// One barrier per round: a fast thread writes its next value while the other still reads the last.
// FAILS: data-race
// VARIABLE: *other
// TSAN: silent
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int cells[2];

static void* work(void* cell) {
  int* own = cell;
  int* other = own == cells ? cells + 1 : cells;
  for (int round = 1; round <= 2; ++round) {
    *own = round;  // REPORTED
    pthread_barrier_wait(&barrier);
    assert(*other >= round);  // REPORTED
  }
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, &cells[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
