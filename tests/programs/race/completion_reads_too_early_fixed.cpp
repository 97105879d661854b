// A thread arrives when its cell is written: the completion step reads all of them.
// CHECK: passes
// TSAN: silent
#include <barrier>
#include <cassert>
#include <thread>
#include <utility>

static int cells[2];
static int sum;

int main() {
  std::barrier barrier(2, []() noexcept { sum = cells[0] + cells[1]; });
  auto work = [&barrier](int index) {
    cells[index] = 21;
    auto arrival = barrier.arrive();
    barrier.wait(std::move(arrival));
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  assert(sum >= 0 && sum <= 42);
}
