// Both orders keep to what they may take.
// HUNT: --worker-memory=100M
// LEDGER: none
// COMPLETE: yes
#include <pthread.h>
#include <stdlib.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int turn;

static void* first(void* unused) {
  pthread_mutex_lock(&mutex);
  turn = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&mutex);
  const int before = turn;
  pthread_mutex_unlock(&mutex);
  if (before == 0) {
    volatile char* memory = malloc(1UL << 20);
    for (size_t i = 0; memory != NULL && i < 1UL << 20; i += 4096) memory[i] = 1;
  }
  return unused;
}

int main(void) {
  run_both(first, second);
  return 0;
}
