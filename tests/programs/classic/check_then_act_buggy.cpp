// The stack is checked under one lock and popped under another: the last element is taken twice.
// FAILS: assertion !values_.empty()
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

class Stack {
 public:
  bool empty() {
    std::lock_guard lock(mutex_);
    return values_.empty();
  }
  int pop() {
    std::lock_guard lock(mutex_);
    assert(!values_.empty());  // REPORTED
    int value = values_.back();
    values_.pop_back();
    return value;
  }

 private:
  std::mutex mutex_;
  std::vector<int> values_{1};
};

static Stack stack;

static void take() {
  if (!stack.empty()) stack.pop();
}

int main() {
  std::thread one(take);
  std::thread two(take);
  one.join();
  two.join();
}
