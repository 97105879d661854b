// A try_lock may fail though the lock is free; here it does not, which is said.
// LEDGER: try-lock
// COMPLETE: yes
// SAYS: try_lock fails only if the lock is held
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    ++sum;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  run_both(add, add);
  return sum == 0 ? 1 : 0;
}
