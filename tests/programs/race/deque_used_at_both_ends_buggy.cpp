// One thread appends to a deque while another looks at whether it is empty.
// FAILS: data-race
// VARIABLE: numbers
// TSAN: race
#include <cassert>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::deque<int> numbers;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    numbers.push_back(1);  // REPORTED
  });
  {
    assert(numbers.empty() || numbers.size() == 1);  // REPORTED
  }
  writer.join();
}
