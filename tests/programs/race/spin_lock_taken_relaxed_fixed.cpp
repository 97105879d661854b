// A spin lock that acquires and releases, by compare-exchange.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> locked;
static int counter;

static void add() {
  int expected = 0;
  while (!locked.compare_exchange_strong(expected, 1, std::memory_order_acquire, std::memory_order_relaxed))
    expected = 0;
  ++counter;
  locked.store(0, std::memory_order_release);
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 2);
}
