// The second value is written behind the one fence that both flags rely on.
// FAILS: data-race
// VARIABLE: second
// TSAN: race
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
    std::atomic_thread_fence(std::memory_order_release);
    first_ready.store(true, std::memory_order_relaxed);
    second = 2;  // REPORTED
    second_ready.store(true, std::memory_order_relaxed);
  });
  while (!second_ready.load(std::memory_order_acquire)) {
  }
  assert(second == 2);  // REPORTED
  while (!first_ready.load(std::memory_order_acquire)) {
  }
  assert(first == 1);
  sender.join();
}
