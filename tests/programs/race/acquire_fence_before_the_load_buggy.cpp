// The acquire fence stands before the load of the flag, where it acquires nothing.
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
  std::atomic_thread_fence(std::memory_order_acquire);
  while (!ready.load(std::memory_order_relaxed)) {
  }
  assert(message == 42);  // REPORTED
  sender.join();
}
