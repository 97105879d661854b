// Dekker's algorithm with relaxed flags keeps two threads apart.
// CHECK: passes
// STRATEGY: wp
// HB: errs
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> wants[2];
static std::atomic<int> turn;
static int balance;

static void deposit(int self) {
  const int other = 1 - self;
  wants[self].store(true, std::memory_order_relaxed);
  while (wants[other].load(std::memory_order_relaxed)) {
    if (turn.load(std::memory_order_relaxed) == other) {
      wants[self].store(false, std::memory_order_relaxed);
      while (turn.load(std::memory_order_relaxed) == other) {
      }
      wants[self].store(true, std::memory_order_relaxed);
    }
  }
  balance = balance + 1;
  turn.store(other, std::memory_order_relaxed);
  wants[self].store(false, std::memory_order_relaxed);
}

int main() {
  std::thread first(deposit, 0);
  std::thread second(deposit, 1);
  first.join();
  second.join();
  assert(balance == 2);
}
