// Peterson's algorithm with sequentially consistent atomics.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> wants[2];
static std::atomic<int> turn;
static int counter;

static void add(int self) {
  const int other = 1 - self;
  wants[self].store(true);
  turn.store(other);
  while (wants[other].load() && turn.load() == other) {
  }
  ++counter;
  wants[self].store(false);
}

int main() {
  std::thread one(add, 0);
  std::thread two(add, 1);
  one.join();
  two.join();
  assert(counter == 2);
}
