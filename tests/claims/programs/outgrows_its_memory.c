// One order takes more memory than it may: that execution is given up, and so is what begins like it.
// HUNT: --worker-memory=100M
// LEDGER: given-up
// COMPLETE: no
// SAYS: killed the process and gave no verdict
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
    // Until it is noticed: the size of processes is looked at five times a second.
    volatile char* memory = malloc(400UL << 20);
    for (int round = 0; round < 1000; ++round) {
      for (size_t i = 0; memory != NULL && i < 400UL << 20; i += 4096) memory[i] = 1;
    }
  }
  return unused;
}

int main(void) {
  run_both(first, second);
  return 0;
}
