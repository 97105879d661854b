// With a test loop the claim is about the state after those executions.
// HUNT: --warmup=2 --reset=loop
// LEDGER: warm
// COMPLETE: yes
// SAYS: the state after 2 executions to warm up
#include <heddle/heddle.h>
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  ++sum;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  do {
    sum = 0;
    heddle_start();
    run_both(add, add);
  } while (heddle_restart());
  return 0;
}
