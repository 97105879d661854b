// Which of two locks is taken depends on memory that was cleared.
// LEDGER: none
// COMPLETE: yes
#include <pthread.h>
#include <stdlib.h>

#include "threads.h"

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static unsigned char* volatile bytes;
static int chosen;

static void* work(void* unused) {
  pthread_mutex_lock(&locks[chosen]);
  pthread_mutex_unlock(&locks[chosen]);
  return unused;
}

int main(void) {
  bytes = calloc(64, 1);
  chosen = bytes[40] & 1;
  run_both(work, work);
  return 0;
}
