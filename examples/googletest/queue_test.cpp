// Two queues with the same test, which runs each under all schedules with at most two preemptions.
#include <gtest/gtest.h>
#include <heddle/gtest.h>

#include <deque>
#include <mutex>
#include <optional>
#include <thread>

class Queue {
 public:
  void put(int value) {
    const std::lock_guard lock(mutex_);
    values_.push_back(value);
  }

  bool empty() const {
    const std::lock_guard lock(mutex_);
    return values_.empty();
  }

  // Nothing where there is none.
  std::optional<int> take() {
    if (empty()) {
      return std::nullopt;
    }
    const std::lock_guard lock(mutex_);  // by now somebody else may have taken it
    return take_first();
  }

 protected:
  int take_first() {
    const int value = values_.front();
    values_.pop_front();
    return value;
  }

  mutable std::mutex mutex_;
  std::deque<int> values_;
};

class FixedQueue : public Queue {
 public:
  std::optional<int> take() {
    const std::lock_guard lock(mutex_);
    return values_.empty() ? std::nullopt : std::optional<int>(take_first());
  }
};

template <class AnyQueue>
void hand_out_once() {
  AnyQueue queue;
  queue.put(7);
  heddle::explore_test([&queue] {
    std::optional<int> theirs;
    std::thread other([&] { theirs = queue.take(); });
    const std::optional<int> ours = queue.take();
    other.join();
    EXPECT_NE(ours.has_value(), theirs.has_value()) << "one of them gets it";
  });
}

TEST(Queue, HandsOutEachValueOnce) { hand_out_once<Queue>(); }
TEST(FixedQueue, HandsOutEachValueOnce) { hand_out_once<FixedQueue>(); }
