// The reader waits for a flag that was stored relaxed; the released one it does not look at.
// FAILS: data-race
// VARIABLE: message
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<bool> written;
static std::atomic<bool> noticed;

int main() {
  std::thread sender([] {
    message = 42;  // REPORTED
    written.store(true, std::memory_order_release);
    noticed.store(true, std::memory_order_relaxed);
  });
  while (!noticed.load(std::memory_order_acquire)) {
  }
  assert(message == 42);  // REPORTED
  sender.join();
}
