// Mutex attributes read back as they were set; unknown values give EINVAL.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int main(void) {
  pthread_mutexattr_t attributes;
  int value = -1;
  assert(pthread_mutexattr_init(&attributes) == 0);

  assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
  assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
  assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutexattr_settype(&attributes, 77) == EINVAL);

  assert(pthread_mutexattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_setpshared(&attributes, 77) == EINVAL);

  assert(pthread_mutexattr_getrobust(&attributes, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
  assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
  assert(pthread_mutexattr_getrobust(&attributes, &value) == 0 && value == PTHREAD_MUTEX_ROBUST);
  assert(pthread_mutexattr_setrobust(&attributes, 77) == EINVAL);

  assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_NONE);
  assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
  assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
  assert(pthread_mutexattr_setprotocol(&attributes, 77) == EINVAL);

  int highest = sched_get_priority_max(SCHED_FIFO);
  assert(pthread_mutexattr_setprioceiling(&attributes, highest) == 0);
  assert(pthread_mutexattr_getprioceiling(&attributes, &value) == 0 && value == highest);
  assert(pthread_mutexattr_setprioceiling(&attributes, highest + 1) == EINVAL);

  assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutexattr_destroy(&attributes) == 0);
  return 0;
}
