// Thread attributes read back as set; values out of range give EINVAL.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>

int main(void) {
  pthread_attr_t attributes;
  size_t size;
  int value;
  assert(pthread_attr_init(&attributes) == 0);
  assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size >= (size_t)PTHREAD_STACK_MIN);
  assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 1 << 20);
  assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
  assert(pthread_attr_setguardsize(&attributes, 8192) == 0);
  assert(pthread_attr_getguardsize(&attributes, &size) == 0 && size == 8192);

  assert(pthread_attr_getscope(&attributes, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
  assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
  assert(pthread_attr_getinheritsched(&attributes, &value) == 0 && value == PTHREAD_INHERIT_SCHED);
  assert(pthread_attr_setinheritsched(&attributes, 77) == EINVAL);
  assert(pthread_attr_getschedpolicy(&attributes, &value) == 0 && value == SCHED_OTHER);
  assert(pthread_attr_setschedpolicy(&attributes, 77) == EINVAL);
  struct sched_param parameter;
  assert(pthread_attr_getschedparam(&attributes, &parameter) == 0 && parameter.sched_priority == 0);
  assert(pthread_attr_destroy(&attributes) == 0);
  return 0;
}
