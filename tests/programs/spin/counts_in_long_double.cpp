// It looks like a loop that waits, for nobody, but it counts in the x87 unit.
// CHECK: passes
// FLAGS: -O2
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> done;

static void wait() {
  long double counter = 0;
  while (!done.load()) {
    counter += 0.5L;
    if (counter == 10) {
      break;
    }
  }
  assert(counter == 10);
}

int main() {
  std::thread other(wait);
  other.join();
}
