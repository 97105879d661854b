// A contended timedlock either owns the mutex or reports ETIMEDOUT, and in the second case owns nothing.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>

#include "../deadline.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void* add_if_in_time(void* unused) {
  (void)unused;
  struct timespec at = in_a_millisecond(CLOCK_REALTIME);
  int result = pthread_mutex_timedlock(&mutex, &at);
  if (result == ETIMEDOUT) return (void*)(intptr_t)0;
  assert(result == 0);
  ++shared;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return (void*)(intptr_t)1;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, add_if_in_time, NULL) == 0);
  intptr_t added = 0;
  for (int i = 0; i < 3; ++i) {
    void* result;
    assert(pthread_join(threads[i], &result) == 0);
    added += (intptr_t)result;
  }
  assert(added >= 1);
  assert(shared == added);
  return 0;
}
