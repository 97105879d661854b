// An array is filled while another thread reads an element.
// FAILS: data-race
// VARIABLE: numbers
// TSAN: race
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

static std::array<int, 4> numbers;
static std::atomic<bool> filled;

int main() {
  std::thread writer([] {
    numbers.fill(42);  // REPORTED
    filled = true;
  });
  assert(numbers[2] == 0 || numbers[2] == 42);  // REPORTED
  writer.join();
}
