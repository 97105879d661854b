// A library that is not instrumented creates a thread: data races count only where they are caught in the act.
// UNSEEN: threads.c
// LEDGER: foreign-threads uninstrumented
// COMPLETE: yes
// SAYS: only confirmed data races count
#include <pthread.h>

#include "threads.h"

void unseen_thread(int wanted);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* take(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  unseen_thread(1);
  run_both(take, take);
  return 0;
}
