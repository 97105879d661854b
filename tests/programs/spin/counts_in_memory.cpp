// It looks like a loop that waits, for nobody, but it counts in memory, and has enough some time.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> done;
static int attempts;

static void wait() {
  while (!done.load()) {
    if (++attempts == 20) {
      break;
    }
  }
}

int main() {
  std::thread other(wait);
  other.join();
  assert(attempts == 20);
}
