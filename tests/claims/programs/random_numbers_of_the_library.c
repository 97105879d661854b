// What random numbers of the C library decide is the same in every execution.
// LEDGER: none
// COMPLETE: yes
#include <pthread.h>
#include <stdlib.h>

#include "threads.h"

static int counts[64];
static pthread_mutex_t mutexes[64];
static int taken;

static void* count(void* unused) {
  pthread_mutex_lock(&mutexes[taken]);
  ++counts[taken];
  pthread_mutex_unlock(&mutexes[taken]);
  return unused;
}

int main(void) {
  taken = rand() % 64;
  run_both(count, count);
  return 0;
}
