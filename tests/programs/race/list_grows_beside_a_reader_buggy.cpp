// A list is appended to while another thread asks for its size.
// FAILS: data-race
// VARIABLE: numbers
// TSAN: race
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::list<int> numbers;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    numbers.push_back(1);  // REPORTED
  });
  {
    assert(numbers.size() <= 1);  // REPORTED
  }
  writer.join();
}
