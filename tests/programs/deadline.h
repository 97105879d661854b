// A deadline a little ahead of now, for waits that must time out.
#pragma once

#include <time.h>

static inline struct timespec in_a_millisecond(clockid_t clock) {
  struct timespec at;
  clock_gettime(clock, &at);
  at.tv_nsec += 1000000;
  if (at.tv_nsec >= 1000000000) {
    at.tv_nsec -= 1000000000;
    ++at.tv_sec;
  }
  return at;
}

static inline int is_before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}
