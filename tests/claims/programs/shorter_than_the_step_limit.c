// The same with fewer rounds ends.
// HUNT: --steps=200 --bound=1
// LEDGER: none
// COMPLETE: yes
// NEVER: step limit
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  for (int i = 0; i < 2; ++i) {
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
