// A release fence alone: behind the relaxed load there is no acquire fence.
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
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(true, std::memory_order_relaxed);
  });
  while (!ready.load(std::memory_order_relaxed)) {
  }
  assert(message == 42);  // REPORTED
  sender.join();
}
