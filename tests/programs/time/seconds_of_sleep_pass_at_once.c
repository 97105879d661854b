// sleep(1) moves the clocks by a second and returns 0, but nothing waits for it.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void* sleep_a_second(void* unused) {
  struct timespec before;
  struct timespec after;
  assert(clock_gettime(CLOCK_MONOTONIC, &before) == 0);
  assert(sleep(1) == 0);
  assert(clock_gettime(CLOCK_MONOTONIC, &after) == 0);
  ++before.tv_sec;
  assert(after.tv_sec > before.tv_sec || (after.tv_sec == before.tv_sec && after.tv_nsec >= before.tv_nsec));
  return unused;
}

int main(void) {
  time_t start = time(NULL);
  struct timeval start_of_day;
  assert(gettimeofday(&start_of_day, NULL) == 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, sleep_a_second, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(time(NULL) > start);
  struct timeval now;
  assert(gettimeofday(&now, NULL) == 0);
  assert(now.tv_sec > start_of_day.tv_sec);
  return 0;
}
