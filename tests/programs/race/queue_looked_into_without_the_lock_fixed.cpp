// Whether a queue is empty is asked under the lock.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex mutex;
static std::queue<int> queue;

static int take() {
  std::lock_guard lock(mutex);
  if (queue.empty()) return 0;
  const int value = queue.front();
  queue.pop();
  return value;
}

int main() {
  std::thread producer([] {
    std::lock_guard lock(mutex);
    queue.push(42);
  });
  const int value = take();
  assert(value == 0 || value == 42);
  producer.join();
}
