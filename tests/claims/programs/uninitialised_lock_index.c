// Which of two locks is taken depends on memory that nobody has written: the claim is about the bytes heddle puts there
// LEDGER: uninitialised
// COMPLETE: yes
// SAYS: first such read is thread T0: read at
// SAYS: uninitialised_lock_index.c:23
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
  bytes = malloc(64);
  chosen = bytes[40] & 1;
  run_both(work, work);
  return 0;
}
