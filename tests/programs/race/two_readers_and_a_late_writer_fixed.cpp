// Both readers are joined before the value is written.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>

static int value;

int main() {
  std::thread one([] { assert(value >= 0); });
  std::thread two([] { assert(value >= 0); });
  one.join();
  two.join();
  ++value;
}
