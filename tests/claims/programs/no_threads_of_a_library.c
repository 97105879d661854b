// The library could create a thread, but does not.
// UNSEEN: threads.c
// LEDGER: uninstrumented
// COMPLETE: yes
// NEVER: did not look for every lock cycle
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
  unseen_thread(0);
  run_both(take, take);
  return 0;
}
