// The stack is checked and popped under one lock.
// CHECK: passes
#include <cassert>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

class Stack {
 public:
  std::optional<int> pop() {
    std::lock_guard lock(mutex_);
    if (values_.empty()) return std::nullopt;
    int value = values_.back();
    values_.pop_back();
    return value;
  }

 private:
  std::mutex mutex_;
  std::vector<int> values_{1};
};

static Stack stack;

int main() {
  std::optional<int> by_one;
  std::optional<int> by_two;
  std::thread one([&] { by_one = stack.pop(); });
  std::thread two([&] { by_two = stack.pop(); });
  one.join();
  two.join();
  assert(by_one.has_value() != by_two.has_value());
}
