// A spin lock excludes, but is taken relaxed: the release before it is not acquired.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> locked;
static int counter;

static bool try_lock() {
  bool expected = false;
  return locked.compare_exchange_strong(expected, true, std::memory_order_relaxed);
}

static void add() {
  while (!try_lock()) {
  }
  ++counter;  // REPORTED
  locked.store(false, std::memory_order_release);
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 2);
}
