// The flag is awaited with a relaxed atomic wait.
// FAILS: data-race
// VARIABLE: message
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<int> ready;

int main() {
  std::thread sender([] {
    message = 42;  // REPORTED
    ready.store(1, std::memory_order_release);
    ready.notify_one();
  });
  ready.wait(0, std::memory_order_relaxed);
  assert(message == 42);  // REPORTED
  sender.join();
}
