// The reader waits for the flag that was released.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<bool> written;
static std::atomic<bool> noticed;

int main() {
  std::thread sender([] {
    message = 42;
    written.store(true, std::memory_order_release);
    noticed.store(true, std::memory_order_relaxed);
  });
  while (!written.load(std::memory_order_acquire)) {
  }
  assert(message == 42);
  sender.join();
}
