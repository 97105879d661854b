// The time of day steers the program, so a run that repeats must see the same times: the event hash tells.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

static volatile int cells[16];

static void step(long value) { ++cells[value & 15]; }

static void* use_clocks(void* unused) {
  struct timespec now;
  struct timeval of_day;
  struct tm parts;
  assert(clock_gettime(CLOCK_REALTIME, &now) == 0);
  step(now.tv_nsec);
  assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
  step(now.tv_nsec);
  assert(gettimeofday(&of_day, NULL) == 0);
  step(of_day.tv_usec);
  time_t second = time(NULL);
  assert(gmtime_r(&second, &parts) == &parts);
  step(parts.tm_sec);
  step(clock());
  assert(timespec_get(&now, TIME_UTC) == TIME_UTC);
  step(now.tv_nsec);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, use_clocks, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  use_clocks(NULL);
  return 0;
}
