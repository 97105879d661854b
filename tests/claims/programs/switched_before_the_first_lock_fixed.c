// The same with all of it under the lock: no schedule fails.
// HUNT: --detectors=none
// LEDGER: none
// COMPLETE: yes
#include <assert.h>
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void* first(void* unused) {
  pthread_mutex_lock(&mutex);
  value = 1;
  const int seen = value;
  pthread_mutex_unlock(&mutex);
  assert(seen == 1);
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&mutex);
  value = 2;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) { run_both(first, second); }
