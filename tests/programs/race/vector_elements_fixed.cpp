// Two threads change different elements of a vector.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <cstddef>
#include <thread>
#include <vector>

static std::vector<int> numbers(4);

static void add(std::size_t index) { ++numbers[index]; }

int main() {
  std::thread other(add, 1);
  add(2);
  other.join();
  assert(numbers[1] >= 1);
}
