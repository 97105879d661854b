// A spin lock that acquires and releases, by compare-exchange.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> locked;
static int counter;

static bool try_lock() {
  bool expected = false;
  return locked.compare_exchange_strong(expected, true, std::memory_order_acquire, std::memory_order_relaxed);
}

static void add() {
  while (!try_lock()) {
  }
  ++counter;
  locked.store(false, std::memory_order_release);
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 2);
}
