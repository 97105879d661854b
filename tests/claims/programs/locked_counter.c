// Two threads add under a lock: complete, and nothing is assumed.
// LEDGER: none
// COMPLETE: yes
// SAYS: complete: all schedules
// NEVER: assuming
// NEVER: gaps
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
  run_both(add, add);
  return sum == 2 ? 0 : 1;
}
