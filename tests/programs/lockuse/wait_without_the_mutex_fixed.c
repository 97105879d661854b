// A thread waits for a condition with the mutex that it holds.
// CHECK: passes
// TSAN: silent
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

#include "../deadline.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* wait_a_little(void* unused) {
  const struct timespec limit = in_a_millisecond(CLOCK_REALTIME);
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &limit);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_a_little, NULL);
  pthread_cond_signal(&condition);
  pthread_join(waiter, NULL);
  return 0;
}
