// The flag is awaited with an atomic wait that acquires.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<int> ready;

int main() {
  std::thread sender([] {
    message = 42;
    ready.store(1, std::memory_order_release);
    ready.notify_one();
  });
  ready.wait(0, std::memory_order_acquire);
  assert(message == 42);
  sender.join();
}
