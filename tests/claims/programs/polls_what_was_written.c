// The same where there is something to do.
// FLAGS: -DONE_ROUND
// HUNT: --bound=2
// COMPLETE: yes
// LEDGER: none
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int rounds;
static int ready;

static void* polls(void* unused) {
  for (;;) {
    for (int round = 0; round < rounds; ++round) {
      pthread_mutex_lock(&mutex);
      ready = 1;
      pthread_cond_signal(&condition);
      pthread_mutex_unlock(&mutex);
      return unused;
    }
  }
}

static void* waits(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
#ifdef ONE_ROUND
  rounds = 1;
#endif
  run_both(polls, waits);
  return 0;
}
