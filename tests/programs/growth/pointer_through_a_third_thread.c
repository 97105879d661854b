// A pointer gets from the first thread to the third through the second.
// STATES: 1,0,0 1,1,0 1,1,1 9,1,1
#include <pthread.h>

#include "states.h"

static int cell;
static int* from;
static int* to;
static int* used;

static void* one(void* unused) {
  from = &cell;
  cell = 1;
  from = NULL;
  return unused;
}

static void* two(void* unused) {
  to = from;
  return unused;
}

static void* three(void* unused) {
  int* pointer = to;
  if (pointer != NULL) {
    used = pointer;
    *pointer = 9;
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  pthread_create(&threads[2], NULL, three, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  final_state("%d,%d,%d", cell, to != NULL, used != NULL);
  return 0;
}
