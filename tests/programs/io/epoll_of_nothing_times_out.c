// epoll_wait with a timeout on an empty set.
// CHECK: passes
#include <sys/epoll.h>
#include <unistd.h>

int main(void) {
  int set = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event;
  return set < 0 || epoll_wait(set, &event, 1, 1) != 0 || close(set) != 0;
}
