// A thread leaves the barrier for good when it has written what the others read.
// CHECK: passes
// TSAN: silent
#include <barrier>
#include <cassert>
#include <thread>

static int cell;

int main() {
  std::barrier barrier(2);
  std::thread writer([&barrier] {
    cell += 42;
    barrier.arrive_and_drop();
  });
  barrier.arrive_and_wait();
  assert(cell == 0 || cell == 42);
  writer.join();
}
