// A spin lock excludes, but its release is relaxed: what it guards is not handed over.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> locked;
static int counter;

static void add() {
  while (locked.exchange(true, std::memory_order_acquire)) {
  }
  ++counter;  // REPORTED
  locked.store(false, std::memory_order_relaxed);
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 2);
}
