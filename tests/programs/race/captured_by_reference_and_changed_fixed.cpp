// A task has its argument by value.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <future>

int main() {
  int argument = 1;
  auto task = std::async(std::launch::async, [argument] { return argument; });
  argument += 1;
  const int result = task.get();
  assert(result == 1 || result == argument);
}
