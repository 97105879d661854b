// Two threads have spans of an array that overlap in one element.
// FAILS: data-race
// VARIABLE: number
// TSAN: race
#include <array>
#include <cassert>
#include <span>
#include <thread>

static std::array<int, 5> numbers;

static void add(std::span<int> part) {
  for (int& number : part) ++number;  // REPORTED
}

int main() {
  std::thread other(add, std::span(numbers).first(3));
  add(std::span(numbers).subspan(2));
  other.join();
  assert(numbers[2] >= 1);
}
