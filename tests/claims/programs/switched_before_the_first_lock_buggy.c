// A thread that was switched away from before its first synchronisation was preempted.
// HUNT: --detectors=none
// FINDINGS: 1
// NUMBERS: 1 3 proved
// SAYS: with 1 preemption and 3 switches (no schedule with fewer preemptions shows it)
#include <assert.h>
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void* first(void* unused) {
  value = 1;
  pthread_mutex_lock(&mutex);
  const int seen = value;
  pthread_mutex_unlock(&mutex);
  assert(seen == 1);
  return unused;
}

static void* second(void* unused) {
  value = 2;
  return unused;
}

int main(void) { run_both(first, second); }
