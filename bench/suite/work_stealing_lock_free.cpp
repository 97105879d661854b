// The owner takes the last task by a plain store to top, after a thief has won it by its compare-exchange.
// FINDS: assertion !executed[task].exchange(true)
// PREEMPTIONS: 2 (the thief must look before the owner lowers bottom, and win after the owner has looked)
// FIXED: the owner, too, takes the last task by a compare-exchange (Chase and Lev's queue)
#include <atomic>
#include <cassert>
#include <thread>

static constexpr int kTasks = 2;
static constexpr int kNone = -1;
static std::atomic<bool> executed[kTasks];

// The tasks top_ ... bottom_ - 1 are waiting. The owner works at the bottom, thieves at the top.
class Queue {
 public:
  int pop() {
    int bottom = --bottom_;
    int top = top_;
    if (top < bottom) return bottom;
    int task = kNone;
    if (top == bottom) {
      task = bottom;
#ifdef FIXED
      if (!top_.compare_exchange_strong(top, top + 1)) task = kNone;
#else
      top_ = top + 1;
#endif
    }
    bottom_ = bottom + 1;
    return task;
  }

  int steal() {
    int top = top_;
    if (top >= bottom_) return kNone;
    return top_.compare_exchange_strong(top, top + 1) ? top : kNone;
  }

 private:
  std::atomic<int> top_ = 0;
  std::atomic<int> bottom_ = kTasks;
};

static Queue queue;

static void execute(int task) {
  if (task != kNone) assert(!executed[task].exchange(true));  // REPORTED
}

int main() {
  std::thread owner([] {
    for (int i = 0; i < kTasks; ++i) execute(queue.pop());
  });
  std::thread thief([] { execute(queue.steal()); });
  owner.join();
  thief.join();
}
