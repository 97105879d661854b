// A flag leads a thread to other code, and only there it touches what the other one does.
// STATES: 0,1 1,11 1,10 1,1
#include <pthread.h>
#include <stdatomic.h>

#include "states.h"

static atomic_int flag;
static int cell;
static int taken;

static void* one(void* unused) {
  atomic_store(&flag, 1);
  cell = 1;
  atomic_store(&flag, 0);
  return unused;
}

static void* two(void* unused) {
  if (atomic_load(&flag) != 0) {
    taken = 1;
    cell += 10;
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  final_state("%d,%d", taken, cell);
  return 0;
}
