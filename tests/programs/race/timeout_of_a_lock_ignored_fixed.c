// The counter is changed only where the timed lock was got.
// CHECK: passes
// TSAN: silent
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

#include "../deadline.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* add(void* unused) {
  const struct timespec limit = in_a_millisecond(CLOCK_REALTIME);
  const int error = pthread_mutex_timedlock(&mutex, &limit);
  if (error == 0) ++counter;
  if (error == 0) pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, add, NULL);
  const struct timespec pause = {0, 5000000};
  nanosleep(&pause, NULL);
  ++counter;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(counter == 1 || counter == 2);
  return 0;
}
