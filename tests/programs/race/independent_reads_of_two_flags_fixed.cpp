// Acquire and release at each step: the order is handed on from thread to thread.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int first;
static std::atomic<bool> first_ready;
static std::atomic<bool> second_ready;

int main() {
  std::thread sender([] {
    first = 1;
    first_ready.store(true, std::memory_order_release);
  });
  std::thread middleman([] {
    while (!first_ready.load(std::memory_order_acquire)) {
    }
    second_ready.store(true, std::memory_order_release);
  });
  while (!second_ready.load(std::memory_order_acquire)) {
  }
  assert(first == 1);
  sender.join();
  middleman.join();
}
