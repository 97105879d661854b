// Edge-triggered, and all messages read for each edge.
// CHECK: passes
#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <cassert>
#include <thread>

static int ends[2];

static void write_two() {
  for (int i = 0; i < 2; ++i) assert(write(ends[1], "m", 1) == 1);
}

int main() {
  assert(pipe2(ends, O_NONBLOCK) == 0);
  const int set = epoll_create1(0);
  epoll_event wanted = {.events = EPOLLIN | EPOLLET, .data = {.fd = ends[0]}};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &wanted) == 0);
  std::thread writer(write_two);
  int seen = 0;
  while (seen < 2) {
    epoll_event event;
    assert(epoll_wait(set, &event, 1, -1) == 1 && event.data.fd == ends[0]);
    char message;
    while (read(ends[0], &message, 1) == 1) ++seen;
  }
  writer.join();
}
