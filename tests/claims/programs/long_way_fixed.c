// The same where the end is not told by who comes first: exactly as many random schedules as were asked for.
// HUNT: --strategy=random --seed=1 --executions=20 --detectors=none
// EXECUTIONS: 20
// COMPLETE: no
// SAYS: covered: 20 random schedules
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { kThreads = 3, kRounds = 1000 };

static atomic_int steps;
static atomic_int ended;
static int place[kThreads];

static void* work(void* own) {
  for (int round = 0; round < kRounds; ++round) {
    ++steps;
  }
  *(int*)own = 1;
  ++ended;
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    pthread_create(&threads[i], NULL, work, &place[i]);
  }
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
  }
  assert(ended == kThreads && place[0] + place[1] + place[2] == kThreads);
}
