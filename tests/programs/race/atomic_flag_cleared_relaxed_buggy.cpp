// A lock made of an atomic flag is cleared relaxed.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag busy;
static int counter;

static void add() {
  while (busy.test_and_set(std::memory_order_acquire)) {
  }
  ++counter;  // REPORTED
  busy.clear(std::memory_order_relaxed);
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 2);
}
