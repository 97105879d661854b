// The same where the wait is in a loop.
// HUNT: --detectors=none --bound=2
// COMPLETE: yes
#include <assert.h>
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void* wait(void* unused) {
  pthread_mutex_lock(&mutex);
  while (ready == 0) {
    pthread_cond_wait(&condition, &mutex);
  }
  assert(ready != 0);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* tell(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&condition);
  return unused;
}

int main(void) { run_both(wait, tell); }
