// Fences for signal handlers order nothing between threads.
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
    std::atomic_signal_fence(std::memory_order_seq_cst);
    ready.store(true, std::memory_order_relaxed);
  });
  while (!ready.load(std::memory_order_relaxed)) {
  }
  std::atomic_signal_fence(std::memory_order_seq_cst);
  assert(message == 42);  // REPORTED
  sender.join();
}
