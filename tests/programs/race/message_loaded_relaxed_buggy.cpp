// The flag is loaded relaxed: the release of its store meets no acquire.
// FAILS: data-race
// VARIABLE: message
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<bool> ready;

int main() {
  std::thread sender([] {
    message = 42;  // REPORTED
    ready.store(true, std::memory_order_release);
  });
  while (!ready.load(std::memory_order_relaxed)) {
  }
  assert(message == 42);  // REPORTED
  sender.join();
}
