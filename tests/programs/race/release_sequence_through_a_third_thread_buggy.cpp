// A relaxed store of another thread ends the release sequence before the reader gets to it.
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
  });
  std::thread middleman([] {
    while (stage.load(std::memory_order_relaxed) != 1) {
    }
    stage.store(2, std::memory_order_relaxed);
  });
  while (stage.load(std::memory_order_acquire) != 2) {
  }
  assert(message == 42);  // REPORTED
  sender.join();
  middleman.join();
}
