// timedwait with a signaller gives 0 or ETIMEDOUT; the flag, read under the mutex, decides.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#include "../deadline.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static int gave_up;

static void* make_ready(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  if (!gave_up) {
    ready = 1;
    assert(pthread_cond_signal(&changed) == 0);
  }
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, make_ready, NULL) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  struct timespec at = in_a_millisecond(CLOCK_REALTIME);
  int result = 0;
  while (!ready && result == 0) {
    result = pthread_cond_timedwait(&changed, &mutex, &at);
    assert(result == 0 || result == ETIMEDOUT);
  }
  gave_up = !ready;
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(ready != gave_up);
  puts(ready ? "ready" : "gave up");
  return 0;
}
