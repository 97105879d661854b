// A spin lock of relaxed operations keeps two threads apart.
// CHECK: passes
// STRATEGY: wp
// HB: errs
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> taken;
static int balance;

static void deposit() {
  while (taken.exchange(true, std::memory_order_relaxed)) {
  }
  balance = balance + 1;
  taken.store(false, std::memory_order_relaxed);
}

int main() {
  std::thread first(deposit);
  std::thread second(deposit);
  first.join();
  second.join();
  assert(balance == 2);
}
