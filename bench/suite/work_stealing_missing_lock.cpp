// The owner does not wait for a thief at the same task to decide: both give up, and the task is never done.
// FINDS: assertion executed == 1
// PREEMPTIONS: 2 (the owner lowers the tail, the thief raises the head, the owner gives up before the thief does)
// FIXED: the owner looks again with the lock that thieves hold
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

static std::atomic<int> executed;

// The tasks head_ ... tail_ - 1 are waiting. Both sides claim first, look afterwards, and give the claim back where
// the other side has claimed the same task.
class Queue {
 public:
  bool pop() {
    int task = --tail_;
    if (head_ <= task) return true;
#ifdef FIXED
    std::lock_guard lock(mutex_);
    if (head_ <= task) return true;
#endif
    ++tail_;
    return false;
  }

  bool steal() {
    std::lock_guard lock(mutex_);
    int task = head_++;
    if (task < tail_) return true;
    --head_;
    return false;
  }

 private:
  std::mutex mutex_;
  std::atomic<int> head_ = 0;
  std::atomic<int> tail_ = 1;
};

static Queue queue;

int main() {
  std::thread owner([] {
    if (queue.pop()) ++executed;
  });
  std::thread thief([] {
    if (queue.steal()) ++executed;
  });
  owner.join();
  thief.join();
  assert(executed == 1);  // REPORTED
}
