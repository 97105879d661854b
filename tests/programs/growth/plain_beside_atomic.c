// One thread adds to a number by plain accesses, the other one atomically.
// STATES: 11,0 11,1 1,0
#include <pthread.h>

#include "states.h"

static int number;
static int seen;

static void* one(void* unused) {
  number += 1;
  return unused;
}

static void* two(void* unused) {
  seen = __atomic_fetch_add(&number, 10, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  final_state("%d,%d", number, seen);
  return 0;
}
