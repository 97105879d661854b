// What is still to be explored fits neither on the disk nor into memory: the search ends there, and says why.
// DISK: 32k
// HUNT: --bound=3 --exact --memory=4K --time=3 --detectors=none
// LEDGER: disk
// COMPLETE: no
// EXIT: 2
// SAYS: stopped because the disk is full
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  for (int i = 0; i < 500; ++i) {
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
