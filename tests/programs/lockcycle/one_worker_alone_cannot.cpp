// Tasks take locks in opposite orders, but all are done by one worker.
// CHECK: passes
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

static std::mutex left;
static std::mutex right;
static std::mutex queue_mutex;
static std::condition_variable arrived;
static std::deque<std::function<void()>> queue;

static void both(std::mutex& outer, std::mutex& inner) {
  std::lock_guard first(outer);
  std::lock_guard second(inner);
}

static void put(std::function<void()> task) {
  std::lock_guard held(queue_mutex);
  queue.push_back(std::move(task));
  arrived.notify_one();
}

int main() {
  std::thread worker([] {
    for (int done = 0; done < 2; ++done) {
      std::unique_lock held(queue_mutex);
      arrived.wait(held, [] { return !queue.empty(); });
      const std::function<void()> task = std::move(queue.front());
      queue.pop_front();
      held.unlock();
      task();
    }
  });
  std::thread one([] { put([] { both(left, right); }); });
  std::thread two([] { put([] { both(right, left); }); });
  worker.join();
  one.join();
  two.join();
}
