// The last worker sums up what it has not acquired: the countdown only releases.
// FAILS: data-race
// VARIABLE: cells
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int cells[2];
static std::atomic<int> working = 2;

static void work(int index) {
  cells[index] = 21;  // REPORTED
  if (working.fetch_sub(1, std::memory_order_release) == 1) {
    assert(cells[0] + cells[1] == 42);  // REPORTED
  }
}

int main() {
  std::thread one(work, 0);
  std::thread two(work, 1);
  one.join();
  two.join();
}
