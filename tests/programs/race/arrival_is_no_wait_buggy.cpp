// In the second cycle of the barrier the writer only arrives, and writes before the other has read.
// FAILS: data-race
// VARIABLE: cell
// TSAN: race
#include <barrier>
#include <cassert>
#include <thread>

static int cell;

int main() {
  std::barrier barrier(2);
  std::thread writer([&barrier] {
    cell = 1;
    barrier.arrive_and_wait();
    (void)barrier.arrive();
    cell = 2;  // REPORTED
  });
  barrier.arrive_and_wait();
  assert(cell == 1 || cell == 2);  // REPORTED
  barrier.arrive_and_wait();
  writer.join();
}
