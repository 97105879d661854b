// The consumer empties the pipe of notifications after it has looked at the queue: what came in between is lost.
// FAILS: deadlock
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cassert>
#include <mutex>
#include <thread>

static int ends[2];
static std::mutex lock;
static int queued = 0;

static int take_all() {
  const std::lock_guard guard(lock);
  const int taken = queued;
  queued = 0;
  return taken;
}

static void produce() {
  for (int i = 0; i < 2; ++i) {
    {
      const std::lock_guard guard(lock);
      ++queued;
    }
    assert(write(ends[1], "!", 1) == 1);
  }
}

int main() {
  assert(pipe(ends) == 0);
  std::thread producer(produce);
  int taken = 0;
  while (taken < 2) {
    pollfd ready = {ends[0], POLLIN, 0};
    assert(poll(&ready, 1, -1) == 1);  // REPORTED
    taken += take_all();
    char notes[8];
    assert(read(ends[0], notes, sizeof notes) > 0);
  }
  producer.join();
}
