// A timed wait against one post either takes it or leaves it in the semaphore.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include "../deadline.h"

static sem_t semaphore;

static void* post(void* unused) {
  assert(sem_post(&semaphore) == 0);
  return unused;
}

int main(void) {
  assert(sem_init(&semaphore, 0, 0) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, post, NULL) == 0);
  struct timespec at = in_a_millisecond(CLOCK_REALTIME);
  int result = sem_timedwait(&semaphore, &at);
  assert(result == 0 || errno == ETIMEDOUT);
  assert(pthread_join(thread, NULL) == 0);
  int value;
  assert(sem_getvalue(&semaphore, &value) == 0);
  assert(value == (result == 0 ? 0 : 1));
  return 0;
}
