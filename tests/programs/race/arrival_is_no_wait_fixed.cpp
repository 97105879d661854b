// In each cycle of the barrier the writer waits for the other.
// CHECK: passes
// TSAN: silent
#include <barrier>
#include <cassert>
#include <thread>

static int cell;

int main() {
  std::barrier barrier(2);
  std::thread writer([&barrier] {
    cell = 1;
    barrier.arrive_and_wait();
    barrier.arrive_and_wait();
    cell = 2;
  });
  barrier.arrive_and_wait();
  assert(cell == 1 || cell == 2);
  barrier.arrive_and_wait();
  writer.join();
}
