// A thread that waits by yielding goes on once the other one has made its step, back and forth.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int turn;

static void* play(void* side) {
  for (int round = 0; round < 3; ++round) {
    while (atomic_load(&turn) != *(int*)side) sched_yield();
    atomic_store(&turn, !*(int*)side);
  }
  return NULL;
}

int main(void) {
  static int sides[] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, play, &sides[i]) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(turn == 0);
  return 0;
}
