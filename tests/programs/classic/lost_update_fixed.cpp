// Two threads increment an atomic counter.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter;

static void add() {
  for (int i = 0; i < 2; ++i) ++counter;
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 4);
}
