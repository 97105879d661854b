// The guard has a name, so it holds the mutex to the end of the block.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void add() {
  std::lock_guard<std::mutex> guard{mutex};
  ++counter;
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 1 || counter == 2);
}
