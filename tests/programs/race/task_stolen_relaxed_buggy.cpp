// The owner of a work queue moves its bottom relaxed: a thief takes a task it has no claim to.
// FAILS: data-race
// VARIABLE: tasks
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int tasks[2];
static std::atomic<int> bottom;
static std::atomic<int> top;

static int steal() {
  int first = top.load(std::memory_order_acquire);
  if (first >= bottom.load(std::memory_order_acquire)) return 0;
  const int task = tasks[first];  // REPORTED
  return top.compare_exchange_strong(first, first + 1) ? task : 0;
}

int main() {
  std::thread owner([] {
    tasks[0] = 42;  // REPORTED
    bottom.store(1, std::memory_order_relaxed);
  });
  int task = 0;
  while (!(task = steal())) {
  }
  assert(task == 42);
  owner.join();
}
