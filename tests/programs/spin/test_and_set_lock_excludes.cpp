// A lock taken by exchanging true for false: whoever gets true tries again.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> locked;
static int counter;

static void count() {
  for (int turn = 0; turn < 2; ++turn) {
    while (locked.exchange(true, std::memory_order_acquire)) {
    }
    ++counter;
    locked.store(false, std::memory_order_release);
  }
}

int main() {
  std::thread first(count);
  std::thread second(count);
  count();
  first.join();
  second.join();
  assert(counter == 6);
}
