// A thread leaves the barrier for good before it has written what the others read.
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
    barrier.arrive_and_drop();
    cell += 42;  // REPORTED
  });
  barrier.arrive_and_wait();
  assert(cell == 0 || cell == 42);  // REPORTED
  writer.join();
}
