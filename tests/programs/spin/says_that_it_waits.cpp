// A thread that waits writes down that it does, again and again.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> status;
static std::atomic<bool> ready;
static int rounds_left;

int main() {
  std::thread other([] {
    while (status.load() != 1) {
    }
    ready.store(true);
  });
  while (!ready.load()) {
    status.store(1);
    rounds_left = 0;
  }
  other.join();
  assert(rounds_left == 0);
}
