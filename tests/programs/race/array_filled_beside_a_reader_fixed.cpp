// An array is filled, then a flag tells another thread to read an element.
// CHECK: passes
// TSAN: silent
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

static std::array<int, 4> numbers;
static std::atomic<bool> filled;

int main() {
  std::thread writer([] {
    numbers.fill(42);
    filled = true;
  });
  while (!filled) {
  }
  assert(numbers[2] == 0 || numbers[2] == 42);
  writer.join();
}
