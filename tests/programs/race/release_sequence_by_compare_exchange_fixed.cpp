// A relaxed compare-exchange carries the release of the first stage on.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<int> stage;

int main() {
  std::thread sender([] {
    message = 42;
    stage.store(1, std::memory_order_release);
  });
  std::thread middleman([] {
    int expected = 1;
    while (!stage.compare_exchange_strong(expected, 2, std::memory_order_relaxed)) {
      expected = 1;
    }
  });
  while (stage.load(std::memory_order_acquire) != 2) {
  }
  assert(message == 42);
  sender.join();
  middleman.join();
}
