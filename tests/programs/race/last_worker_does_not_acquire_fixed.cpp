// The countdown releases and acquires: the last worker may sum up.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int cells[2];
static std::atomic<int> working = 2;

static void work(int index) {
  cells[index] = 21;
  if (working.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    assert(cells[0] + cells[1] == 42);
  }
}

int main() {
  std::thread one(work, 0);
  std::thread two(work, 1);
  one.join();
  two.join();
}
