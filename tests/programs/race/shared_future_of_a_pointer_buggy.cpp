// A shared future gives the same object to both threads, and both change it.
// FAILS: data-race
// VARIABLE: get()
// TSAN: race
#include <cassert>
#include <future>
#include <thread>

static int value;

int main() {
  std::promise<int*> promise;
  std::shared_future<int*> future = promise.get_future();
  auto use = [future] { ++*future.get(); };  // REPORTED
  std::thread one(use);
  std::thread two(use);
  value = 1;
  promise.set_value(&value);
  one.join();
  two.join();
  assert(value >= 1 && value <= 3);
}
