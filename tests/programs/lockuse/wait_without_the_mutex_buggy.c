// A thread waits for a condition with a mutex that it does not hold.
// FAILS: lock-misuse
// TSAN: unlock-of-an-unlocked-mutex
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

#include "../deadline.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* wait_a_little(void* unused) {
  const struct timespec limit = in_a_millisecond(CLOCK_REALTIME);
  pthread_cond_timedwait(&condition, &mutex, &limit);  // REPORTED
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
