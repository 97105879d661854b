// A singly linked list gets a new front under the lock under which it is looked at.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <forward_list>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::forward_list<int> numbers = {2};

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    numbers.push_front(1);
  });
  {
    std::lock_guard lock(mutex);
    assert(!numbers.empty());
  }
  writer.join();
}
