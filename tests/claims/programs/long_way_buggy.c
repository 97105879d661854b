// However long the way to the failure was that a random schedule took: a schedule without a preemption shows it, too.
// HUNT: --strategy=random --seed=1 --detectors=none
// FINDINGS: 1
// NUMBERS: 0 4 proved
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
  *(int*)own = ended++;
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
  assert(place[2] != 0 || place[1] != 1);
}
