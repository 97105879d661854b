// What the first growth makes reachable shows the second cell, and that the third.
// STATES: -1,1 1,5 0,5 0,1
#include <pthread.h>

#include "states.h"

static int first;
static int second;
static int cell;
static int seen = -1;

static void* one(void* unused) {
  first = 1;
  second = 1;
  cell = 1;
  second = 0;
  first = 0;
  return unused;
}

static void* two(void* unused) {
  if (first != 0 && second != 0) {
    seen = cell;
    cell = 5;
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  final_state("%d,%d", seen, cell);
  return 0;
}
