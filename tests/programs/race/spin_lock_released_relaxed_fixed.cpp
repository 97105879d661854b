// A spin lock that acquires and releases.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> locked;
static int counter;

static void add() {
  while (locked.exchange(true, std::memory_order_acquire)) {
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
