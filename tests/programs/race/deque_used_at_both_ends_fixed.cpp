// The deque is used under a lock at both ends.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::deque<int> numbers;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    numbers.push_back(1);
  });
  {
    std::lock_guard lock(mutex);
    assert(numbers.empty() || numbers.size() == 1);
  }
  writer.join();
}
