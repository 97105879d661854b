// timedwait that nobody signals ends with ETIMEDOUT, after its deadline and with the mutex held again.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#include "../deadline.h"

static pthread_mutex_t mutex;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static const struct timespec malformed = {1, -1};

int main(void) {
  pthread_mutexattr_t attributes;
  assert(pthread_mutexattr_init(&attributes) == 0);
  assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
  assert(pthread_mutex_init(&mutex, &attributes) == 0);

  assert(pthread_mutex_lock(&mutex) == 0);
  struct timespec at = in_a_millisecond(CLOCK_REALTIME);
  int result;
  do result = pthread_cond_timedwait(&never, &mutex, &at);
  while (result == 0);
  assert(result == ETIMEDOUT);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  assert(!is_before(now, at));
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  assert(pthread_cond_timedwait(&never, &mutex, &malformed) == EINVAL);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  assert(pthread_mutex_unlock(&mutex) == 0);

  assert(pthread_cond_wait(&never, &mutex) == EPERM);
  assert(pthread_cond_timedwait(&never, &mutex, &at) == EPERM);
  return 0;
}
