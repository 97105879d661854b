// What was reached does not fit into --memory: executions are counted twice, which is said.
// HUNT: --strategy=dfs --prune=hb --memory=4K --detectors=none
// LEDGER: full-memory independence
// COMPLETE: yes
// SAYS: some executions were run and counted twice
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  for (int i = 0; i < 8; ++i) {
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
