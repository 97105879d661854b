// The owner of a work queue moves its bottom with release.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int tasks[2];
static std::atomic<int> bottom;
static std::atomic<int> top;

static int steal() {
  int first = top.load(std::memory_order_acquire);
  if (first >= bottom.load(std::memory_order_acquire)) return 0;
  const int task = tasks[first];
  return top.compare_exchange_strong(first, first + 1) ? task : 0;
}

int main() {
  std::thread owner([] {
    tasks[0] = 42;
    bottom.store(1, std::memory_order_release);
  });
  int task = 0;
  while (!(task = steal())) {
  }
  assert(task == 42);
  owner.join();
}
