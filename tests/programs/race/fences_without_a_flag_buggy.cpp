// Sequentially consistent fences order plain data only by way of an atomic: here there is none.
// FAILS: data-race
// VARIABLE: message
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int message;

int main() {
  std::thread sender([] {
    message += 42;  // REPORTED
    std::atomic_thread_fence(std::memory_order_seq_cst);
  });
  std::atomic_thread_fence(std::memory_order_seq_cst);
  assert(message == 0 || message == 42);  // REPORTED
  sender.join();
}
