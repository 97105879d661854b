// Each thread takes the same mutex.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutexes[2];
static int counter;

static void add([[maybe_unused]] int self) {
  std::lock_guard lock(mutexes[0]);
  ++counter;
}

int main() {
  std::thread one(add, 0);
  std::thread two(add, 1);
  one.join();
  two.join();
  assert(counter == 1 || counter == 2);
}
