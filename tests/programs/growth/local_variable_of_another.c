// The address of a local variable is published for a moment.
// STATES: -1,1 1,5 1,1 0,5 0,1
#include <pthread.h>

#include "states.h"

static int* pointer;
static int last;
static int seen = -1;

static void* two(void* unused) {
  int* cell = pointer;
  if (cell != NULL) {
    seen = *cell;
    *cell = 5;
  }
  return unused;
}

static void* one(void* unused) {
  int local = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, two, NULL);
  pointer = &local;
  local = 1;
  pointer = NULL;
  last = local;
  pthread_join(thread, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, one, NULL);
  pthread_join(thread, NULL);
  final_state("%d,%d", seen, last);
  return 0;
}
