// A queue over std::condition_variable hands everything over in order.
// CHECK: passes
#include <cassert>
#include <condition_variable>
#include <deque>
#include <iostream>
#include <mutex>
#include <optional>
#include <thread>

class Queue {
 public:
  void push(std::optional<int> value) {
    {
      std::lock_guard lock(mutex_);
      values_.push_back(value);
    }
    changed_.notify_one();
  }
  std::optional<int> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !values_.empty(); });
    auto value = values_.front();
    values_.pop_front();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::optional<int>> values_;
};

int main() {
  Queue queue;
  std::thread producer([&] {
    for (int i = 0; i < 4; ++i) queue.push(i);
    queue.push(std::nullopt);
  });
  int expected = 0;
  while (auto value = queue.pop()) {
    assert(*value == expected++);
    std::cout << *value << '\n';
  }
  assert(expected == 4);
  producer.join();
}
