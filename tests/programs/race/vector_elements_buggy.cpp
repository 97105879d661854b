// Two threads change the same element of a vector.
// FAILS: data-race
// TSAN: race
#include <cassert>
#include <cstddef>
#include <thread>
#include <vector>

static std::vector<int> numbers(4);

static void add(std::size_t index) { ++numbers[index]; }  // REPORTED

int main() {
  std::thread other(add, 1);
  add(1);
  other.join();
  assert(numbers[1] >= 1);
}
