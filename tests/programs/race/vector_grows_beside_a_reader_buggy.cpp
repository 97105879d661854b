// A vector is appended to while another thread asks for its size.
// FAILS: data-race
// VARIABLE: numbers
// TSAN: race
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::vector<int> numbers;

int main() {
  numbers.reserve(4);
  std::thread writer([] {
    std::lock_guard lock(mutex);
    numbers.push_back(1);  // REPORTED
  });
  {
    assert(numbers.size() <= 1);  // REPORTED
  }
  writer.join();
}
