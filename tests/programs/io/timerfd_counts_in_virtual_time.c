// A periodic timer of an hour is read three times, by read and by poll, and nobody waits for hours.
// CHECK: passes
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { period = 3600 };

int main(void) {
#ifndef __HEDDLE__
  return 0;
#endif
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  struct itimerspec hourly = {{period, 0}, {period, 0}}, left;
  assert(timerfd_settime(timer, 0, &hourly, NULL) == 0);
  assert(timerfd_gettime(timer, &left) == 0 && left.it_interval.tv_sec == period && left.it_value.tv_sec >= period - 1);
  uint64_t expirations;
  assert(read(timer, &expirations, sizeof expirations) == sizeof expirations && expirations == 1);
  struct pollfd polled = {timer, POLLIN, 0};
  assert(poll(&polled, 1, 1000) == 0);
  assert(poll(&polled, 1, -1) == 1 && polled.revents == POLLIN);
  assert(read(timer, &expirations, sizeof expirations) == sizeof expirations && expirations == 1);
  struct timespec two_periods = {2 * period, 0};
  nanosleep(&two_periods, NULL);
  assert(read(timer, &expirations, sizeof expirations) == sizeof expirations && expirations == 2);
  clock_gettime(CLOCK_MONOTONIC, &end);
  assert(end.tv_sec - start.tv_sec >= 4 * period && end.tv_sec - start.tv_sec < 5 * period);
  return 0;
}
