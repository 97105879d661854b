// A pointer that is read from shared memory leads to a cell only under a preemption.
// STATES: x5y1r0 x0y5r1 x0y5r0 x0y1r0
#include <pthread.h>

#include "states.h"

static int x;
static int y;
static int* pointer = &x;
static int result;

static void* one(void* unused) {
  pointer = &y;
  y = 1;
  pointer = &x;
  return unused;
}

static void* two(void* unused) {
  int* cell = pointer;
  result = *cell;
  *cell = 5;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  final_state("x%dy%dr%d", x, y, result);
  return 0;
}
