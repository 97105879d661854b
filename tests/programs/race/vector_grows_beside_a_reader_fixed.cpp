// A vector is appended to under the lock under which its size is asked for.
// CHECK: passes
// TSAN: silent
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
    numbers.push_back(1);
  });
  {
    std::lock_guard lock(mutex);
    assert(numbers.size() <= 1);
  }
  writer.join();
}
