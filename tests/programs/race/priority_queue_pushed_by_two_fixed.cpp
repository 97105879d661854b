// A priority queue is pushed on under the lock under which its size is asked for.
// CHECK: passes
// TSAN: silent
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
    queue.push(1);
  });
  {
    std::lock_guard lock(mutex);
    assert(queue.size() <= 1);
  }
  other.join();
}
