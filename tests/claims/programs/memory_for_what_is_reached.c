// What was reached fits.
// HUNT: --strategy=dfs --prune=hb --detectors=none
// LEDGER: independence
// COMPLETE: yes
// NEVER: counted twice
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  for (int i = 0; i < 6; ++i) {
    pthread_mutex_lock(&mutex);
    ++sum;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  run_both(add, add);
  return 0;
}
