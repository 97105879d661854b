// Peterson's algorithm excludes, but relaxed atomics order nothing for the counter.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> wants[2];
static std::atomic<int> turn;
static int counter;

static void add(int self) {
  const int other = 1 - self;
  wants[self].store(true, std::memory_order_relaxed);
  turn.store(other, std::memory_order_relaxed);
  while (wants[other].load(std::memory_order_relaxed) && turn.load(std::memory_order_relaxed) == other) {
  }
  ++counter;  // REPORTED
  wants[self].store(false, std::memory_order_relaxed);
}

int main() {
  std::thread one(add, 0);
  std::thread two(add, 1);
  one.join();
  two.join();
  assert(counter == 2);
}
