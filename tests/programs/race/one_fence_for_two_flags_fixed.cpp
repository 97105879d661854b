// One fence releases both values, whichever of the two flags is seen.
// CHECK: passes
// TSAN: false-alarm
#include <atomic>
#include <cassert>
#include <thread>

static int first;
static int second;
static std::atomic<bool> first_ready;
static std::atomic<bool> second_ready;

int main() {
  std::thread sender([] {
    first = 1;
    second = 2;
    std::atomic_thread_fence(std::memory_order_release);
    first_ready.store(true, std::memory_order_relaxed);
    second_ready.store(true, std::memory_order_relaxed);
  });
  while (!second_ready.load(std::memory_order_acquire)) {
  }
  assert(second == 2);
  while (!first_ready.load(std::memory_order_acquire)) {
  }
  assert(first == 1);
  sender.join();
}
