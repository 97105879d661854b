// Numbers nobody has opened are polled, selected and added: none is there.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

enum { kFirst = 996, kCount = FD_SETSIZE - kFirst };

int main(void) {
  // Linux selects among as many numbers as were ever needed.
  assert(dup2(STDIN_FILENO, kFirst - 1) == kFirst - 1 && close(kFirst - 1) == 0);
  int set = epoll_create1(0);
  assert(set >= 0 && set < kFirst);
  struct pollfd polled[kCount];
  for (int i = 0; i < kCount; ++i) polled[i] = (struct pollfd){kFirst + i, POLLIN | POLLOUT, 0};
  assert(poll(polled, kCount, 0) == kCount);
  for (int i = 0; i < kCount; ++i) {
    assert(polled[i].fd == kFirst + i && polled[i].revents == POLLNVAL);
    fd_set readers;
    FD_ZERO(&readers);
    FD_SET(kFirst + i, &readers);
    struct timeval none = {0, 0};
    assert(select(FD_SETSIZE, &readers, NULL, NULL, &none) == -1 && errno == EBADF);
    struct epoll_event event = {.events = EPOLLIN};
    assert(epoll_ctl(set, EPOLL_CTL_ADD, kFirst + i, &event) == -1 && errno == EBADF);
  }
  return close(set);
}
