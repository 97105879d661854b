// A list is appended to under the lock under which its size is asked for.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::list<int> numbers;

int main() {
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
