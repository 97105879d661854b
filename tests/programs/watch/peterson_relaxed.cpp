// Peterson's algorithm with relaxed flags keeps two threads apart.
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
  turn.store(other, std::memory_order_relaxed);
  while (wants[other].load(std::memory_order_relaxed) && turn.load(std::memory_order_relaxed) == other) {
  }
  balance = balance + 1;
  wants[self].store(false, std::memory_order_relaxed);
}

int main() {
  std::thread first(deposit, 0);
  std::thread second(deposit, 1);
  first.join();
  second.join();
  assert(balance == 2);
}
