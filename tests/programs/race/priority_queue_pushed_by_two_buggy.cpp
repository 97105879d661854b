// A priority queue is pushed on while another thread asks for its size.
// FAILS: data-race
// VARIABLE: queue
// TSAN: race
#include <cassert>
#include <mutex>
#include <queue>
#include <thread>
#include <utility>
#include <vector>

static std::mutex mutex;
static std::priority_queue<int> queue = [] {
  std::vector<int> room;
  room.reserve(4);
  return std::priority_queue<int>({}, std::move(room));
}();

int main() {
  std::thread other([] {
    std::lock_guard lock(mutex);
    queue.push(1);  // REPORTED
  });
  {
    assert(queue.size() <= 1);  // REPORTED
  }
  other.join();
}
