// An index that is read from shared memory leads to a cell only under a preemption.
// STATES: 10,1 0,11 0,10 0,1
#include <pthread.h>

#include "states.h"

static int cells[4];
static int position;

static void* one(void* unused) {
  position = 2;
  cells[2] += 1;
  position = 0;
  return unused;
}

static void* two(void* unused) {
  cells[position] += 10;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  final_state("%d,%d", cells[0], cells[2]);
  return 0;
}
