// An exit status other than 0 is no failure, if that is asked for, and said.
// HUNT: --exit-status=ignore
// LEDGER: exit-ignored
// COMPLETE: yes
// SAYS: an exit status other than 0 is no failure
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
  return 3;
}
