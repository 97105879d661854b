// A shared future gives the same object to both threads, and both only read it.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <future>
#include <thread>

static int value;

int main() {
  std::promise<int*> promise;
  std::shared_future<int*> future = promise.get_future();
  auto use = [future] { assert(*future.get() == 1); };
  std::thread one(use);
  std::thread two(use);
  value = 1;
  promise.set_value(&value);
  one.join();
  two.join();
  assert(value >= 1 && value <= 3);
}
