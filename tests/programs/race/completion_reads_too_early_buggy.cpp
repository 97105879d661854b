// A thread writes its cell when it has arrived: the completion step may be reading it.
// FAILS: data-race
// VARIABLE: cells
// TSAN: race
#include <barrier>
#include <cassert>
#include <thread>
#include <utility>

static int cells[2];
static int sum;

int main() {
  std::barrier barrier(2, []() noexcept { sum = cells[0] + cells[1]; });  // REPORTED
  auto work = [&barrier](int index) {
    auto arrival = barrier.arrive();
    cells[index] = 21;  // REPORTED
    barrier.wait(std::move(arrival));
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  assert(sum >= 0 && sum <= 42);
}
