// errno belongs to the thread and survives switches to others.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static void* keep_errno(void* value) {
  errno = *(int*)value;
  for (int i = 0; i < 3; ++i) {
    assert(sched_yield() == 0);
    assert(errno == *(int*)value);
  }
  errno = 0;
  assert(close(-1) == -1 && errno == EBADF);
  return NULL;
}

int main(void) {
  static int values[] = {EPERM, ENOENT, EINTR};
  errno = ERANGE;
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, keep_errno, &values[i]) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(errno == ERANGE);
  return 0;
}
