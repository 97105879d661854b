// Without arguments there is nothing to say about them.
// LEDGER: none
// COMPLETE: yes
// NEVER: these arguments
#include <pthread.h>
#include <stdio.h>

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
  return 0;
}
