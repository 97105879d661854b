// Whether a queue is empty is asked before the lock is taken.
// FAILS: data-race
// VARIABLE: queue
// TSAN: race
#include <cassert>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex mutex;
static std::queue<int> queue;

static int take() {
  if (queue.empty()) return 0;  // REPORTED
  std::lock_guard lock(mutex);
  if (queue.empty()) return 0;
  const int value = queue.front();
  queue.pop();
  return value;
}

int main() {
  std::thread producer([] {
    std::lock_guard lock(mutex);
    queue.push(42);  // REPORTED
  });
  const int value = take();
  assert(value == 0 || value == 42);
  producer.join();
}
