// sem_timedwait and sem_clockwait give ETIMEDOUT on a semaphore nobody posts and succeed at once on a positive one.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

#include "../deadline.h"

static const struct timespec long_ago = {1, 0};
static const struct timespec malformed = {1, 1000000000};

int main(void) {
  sem_t semaphore;
  assert(sem_init(&semaphore, 0, 2) == 0);
  assert(sem_timedwait(&semaphore, &long_ago) == 0);
  assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &long_ago) == 0);

  struct timespec now;
  struct timespec at = in_a_millisecond(CLOCK_REALTIME);
  errno = 0;
  assert(sem_timedwait(&semaphore, &at) == -1 && errno == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(!is_before(now, at));

  at = in_a_millisecond(CLOCK_MONOTONIC);
  errno = 0;
  assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &at) == -1 && errno == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(!is_before(now, at));

  errno = 0;
  assert(sem_timedwait(&semaphore, &malformed) == -1 && errno == EINVAL);
  errno = 0;
  assert(sem_clockwait(&semaphore, CLOCK_PROCESS_CPUTIME_ID, &at) == -1 && errno == EINVAL);
  assert(sem_destroy(&semaphore) == 0);
  return 0;
}
