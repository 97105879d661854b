// Some schedules take more steps than the first limit: when nothing else is left, it is raised, and all is made again.
// LEDGER: none
// COMPLETE: yes
// EXECUTIONS: 2
// NEVER: cut at
#include <pthread.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static int sum;

static void* make_ready(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* look(void* unused) {
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < 20000 && !ready; ++i) {
    ++sum;
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  run_both(make_ready, look);
  return 0;
}
