// The flag between the two fences carries the order.
// CHECK: passes
// TSAN: false-alarm
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<bool> ready;

int main() {
  std::thread sender([] {
    message += 42;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    ready.store(true, std::memory_order_relaxed);
  });
  const bool sent = ready.load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  assert(!sent || message == 42);
  sender.join();
}
