// A set of descriptors is selected until a timer in it expires; microseconds may be more than a second.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/timerfd.h>

int main(void) {
  int set = epoll_create1(0);
  int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  struct epoll_event event = {.events = EPOLLIN};
  epoll_ctl(set, EPOLL_CTL_ADD, timer, &event);
  struct itimerspec soon = {.it_value = {.tv_nsec = 1000000}};
  timerfd_settime(timer, 0, &soon, 0);
  fd_set selected;
  FD_ZERO(&selected);
  FD_SET(set, &selected);
  assert(select(set + 1, &selected, 0, 0, 0) == 1);
  struct timeval long_time = {.tv_usec = 1500000};
  assert(select(0, 0, 0, 0, &long_time) == 0);
  return 0;
}
