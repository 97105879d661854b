// The failure of the compare-exchange acquires.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<int> stage;

static int look() {
  int seen = -1;
  stage.compare_exchange_strong(seen, -1, std::memory_order_acquire, std::memory_order_acquire);
  return seen;
}

int main() {
  std::thread sender([] {
    message = 42;
    stage.store(1, std::memory_order_release);
  });
  while (look() != 1) {
  }
  assert(message == 42);
  sender.join();
}
