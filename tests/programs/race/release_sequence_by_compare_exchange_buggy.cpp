// A plain release of the second stage does not cover the first one, which was read relaxed.
// FAILS: data-race
// VARIABLE: message
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<int> stage;

int main() {
  std::thread sender([] {
    message = 42;  // REPORTED
    stage.store(1, std::memory_order_release);
  });
  std::thread middleman([] {
    int expected = 1;
    while (stage.load(std::memory_order_relaxed) != expected) {
    }
    stage.store(2, std::memory_order_release);
  });
  while (stage.load(std::memory_order_acquire) != 2) {
  }
  assert(message == 42);  // REPORTED
  sender.join();
  middleman.join();
}
