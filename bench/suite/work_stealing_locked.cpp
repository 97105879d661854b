// The thief looks whether there is a task, then claims it: in between the owner takes it without the lock.
// FINDS: assertion !executed[task].exchange(true)
// PREEMPTIONS: 1
// FIXED: the thief claims first, looks afterwards, and gives the claim back where there was no task (Cilk's protocol)
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

static constexpr int kTasks = 2;
static std::atomic<bool> executed[kTasks];

// The tasks head_ ... tail_ - 1 are waiting. The owner works at the tail and needs the lock only for the last task;
// thieves work at the head, one at a time.
class Queue {
 public:
  bool pop(int& task) {
    task = --tail_;
    if (head_ <= task) return true;
    std::lock_guard lock(mutex_);  // a thief claims the same task: wait until it has decided
    if (head_ <= task) return true;
    ++tail_;
    return false;
  }

  bool steal(int& task) {
    std::lock_guard lock(mutex_);
#ifdef FIXED
    task = head_++;
    if (task < tail_) return true;
    --head_;
    return false;
#else
    task = head_;
    if (task >= tail_) return false;
    ++head_;
    return true;
#endif
  }

 private:
  std::mutex mutex_;
  std::atomic<int> head_ = 0;
  std::atomic<int> tail_ = kTasks;
};

static Queue queue;

static void execute(int task) {
  assert(!executed[task].exchange(true));  // REPORTED
}

int main() {
  std::thread owner([] {
    int task;
    while (queue.pop(task)) execute(task);
  });
  std::thread thief([] {
    int task;
    if (queue.steal(task)) execute(task);
  });
  owner.join();
  thief.join();
}
