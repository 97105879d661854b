// Without a test loop --warmup has no effect, which is said.
// HUNT: --warmup=2
// LEDGER: cold
// COMPLETE: yes
// SAYS: --warmup has no effect
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  for (int i = 0; i < 1; ++i) {
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
