// The fences are the wrong way round: the sender acquires and the receiver releases.
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
    std::atomic_thread_fence(std::memory_order_acquire);
    ready.store(true, std::memory_order_relaxed);
  });
  while (!ready.load(std::memory_order_relaxed)) {
  }
  std::atomic_thread_fence(std::memory_order_release);
  assert(message == 42);  // REPORTED
  sender.join();
}
