// A thread-local variable is counted in by its own thread alone.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>

static thread_local int counter;

int main() {
  std::thread other([] { ++counter; });
  ++counter;
  other.join();
  assert(counter == 1 || counter == 2);
}
