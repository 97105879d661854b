// A singly linked list gets a new front while another thread looks at it.
// FAILS: data-race
// VARIABLE: numbers
// TSAN: race
#include <cassert>
#include <forward_list>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::forward_list<int> numbers = {2};

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    numbers.push_front(1);  // REPORTED
  });
  {
    assert(!numbers.empty());  // REPORTED
  }
  writer.join();
}
