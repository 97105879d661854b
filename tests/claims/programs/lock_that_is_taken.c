// A lock that is waited for may not.
// LEDGER: none
// COMPLETE: yes
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  if (pthread_mutex_lock(&mutex) == 0) {
    ++sum;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  run_both(add, add);
  return sum == 0 ? 1 : 0;
}
