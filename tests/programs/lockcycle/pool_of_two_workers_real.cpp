// Two tasks of a pool take two locks in opposite orders.
// FAILS: deadlock
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;
static std::mutex queue_mutex;
static std::deque<std::function<void()>> queue;

static void both(std::mutex& outer, std::mutex& inner) {
  std::lock_guard first(outer);
  std::lock_guard second(inner);  // REPORTED
}

static void work() {
  for (;;) {
    std::function<void()> task;
    {
      std::lock_guard held(queue_mutex);
      if (queue.empty()) {
        return;
      }
      task = std::move(queue.front());
      queue.pop_front();
    }
    task();
  }
}

int main() {
  queue.emplace_back([] { both(left, right); });
  queue.emplace_back([] { both(right, left); });
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
}
