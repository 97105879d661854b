// The release fence stands before the store of the flag.
// CHECK: passes
// TSAN: false-alarm
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<bool> ready;

int main() {
  std::thread sender([] {
    message = 42;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(true, std::memory_order_relaxed);
  });
  while (!ready.load(std::memory_order_acquire)) {
  }
  assert(message == 42);
  sender.join();
}
