// Two threads increment a counter under a lock.
// CHECK: passes
// COMPILER: g++ clang++-19
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void add() {
  for (int i = 0; i < 2; ++i) {
    const std::scoped_lock lock(mutex);
    ++counter;
  }
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 4);
}
