// Release by each worker, and a fence that acquires in the last one only.
// CHECK: passes
// TSAN: false-alarm
#include <atomic>
#include <cassert>
#include <thread>

static int cells[2];
static std::atomic<int> working = 2;

static void work(int index) {
  cells[index] = 21;
  if (working.fetch_sub(1, std::memory_order_release) == 1) {
    std::atomic_thread_fence(std::memory_order_acquire);
    assert(cells[0] + cells[1] == 42);
  }
}

int main() {
  std::thread one(work, 0);
  std::thread two(work, 1);
  one.join();
  two.join();
}
