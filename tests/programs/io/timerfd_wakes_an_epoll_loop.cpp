// A loop over a pipe and a timer that another thread sets: it sees both.
// CHECK: passes
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <cassert>
#include <cstdint>
#include <thread>

int main() {
  int ends[2];
  assert(pipe(ends) == 0);
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  const int set = epoll_create1(0);
  for (const int descriptor : {ends[0], timer}) {
    epoll_event wanted = {.events = EPOLLIN, .data = {.fd = descriptor}};
    assert(epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &wanted) == 0);
  }
  std::thread other([&] {
    const itimerspec soon = {{0, 0}, {0, 1'000'000}};
    assert(timerfd_settime(timer, 0, &soon, nullptr) == 0);
    assert(write(ends[1], "x", 1) == 1);
  });
  bool letter_seen = false;
  bool timer_seen = false;
  while (!letter_seen || !timer_seen) {
    epoll_event event;
    assert(epoll_wait(set, &event, 1, -1) == 1);
    if (event.data.fd == timer) {
      std::uint64_t count = 0;
      assert(read(timer, &count, sizeof count) == sizeof count && count == 1);
      timer_seen = true;
    } else {
      char letter = 0;
      assert(read(ends[0], &letter, 1) == 1);
      letter_seen = true;
    }
  }
  other.join();
}
