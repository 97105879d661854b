// A lock made of an atomic flag is cleared with release.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag busy;
static int counter;

static void add() {
  while (busy.test_and_set(std::memory_order_acquire)) {
  }
  ++counter;
  busy.clear(std::memory_order_release);
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 2);
}
