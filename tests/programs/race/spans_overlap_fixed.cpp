// Two threads have spans of an array that lie side by side.
// CHECK: passes
// TSAN: silent
#include <array>
#include <cassert>
#include <span>
#include <thread>

static std::array<int, 5> numbers;

static void add(std::span<int> part) {
  for (int& number : part) ++number;
}

int main() {
  std::thread other(add, std::span(numbers).first(2));
  add(std::span(numbers).subspan(2));
  other.join();
  assert(numbers[2] >= 1);
}
