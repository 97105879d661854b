// Since C++20 a relaxed store ends a release sequence even in the thread that began it.
// FAILS: data-race
// VARIABLE: message
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<int> stage;

int main() {
  std::thread sender([] {
    message = 42;  // REPORTED
    stage.store(1, std::memory_order_release);
    stage.store(2, std::memory_order_relaxed);
  });
  while (stage.load(std::memory_order_acquire) != 2) {
  }
  assert(message == 42);  // REPORTED
  sender.join();
}
