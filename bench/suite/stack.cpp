// A push moves the top, then stores the element; a pop in between takes what was never stored.
// FINDS: assertion element == 7
// PREEMPTIONS: 1
// FIXED: a lock around push and pop
#include <atomic>
#include <cassert>
#include <mutex>
#include <optional>
#include <thread>

class Stack {
 public:
  void push(int element) {
#ifdef FIXED
    std::lock_guard<std::mutex> hold(lock_);
#endif
    const int slot = top_++;
    elements_[slot] = element;
  }

  std::optional<int> pop() {
#ifdef FIXED
    std::lock_guard<std::mutex> hold(lock_);
#endif
    if (top_ == 0) return std::nullopt;
    const int slot = --top_;
    return elements_[slot];
  }

 private:
  std::mutex lock_;
  std::atomic<int> top_ = 0;
  int elements_[4] = {};
};

static Stack stack;

int main() {
  std::thread pusher([] { stack.push(7); });
  std::thread popper([] {
    if (const std::optional<int> popped = stack.pop()) {
      const int element = *popped;
      assert(element == 7);  // REPORTED
    }
  });
  pusher.join();
  popper.join();
}
