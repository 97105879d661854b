// A local static is made once and safely, and counts atomically.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int count_calls() {
  static std::atomic<int> calls = [] { return 10; }();
  return ++calls;
}

int main() {
  std::thread other(count_calls);
  assert(count_calls() <= 12);
  other.join();
}
