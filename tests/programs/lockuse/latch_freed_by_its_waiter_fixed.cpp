// A latch signals while it holds its mutex: its waiter frees it behind that.
// CHECK: passes
// TSAN: silent
#include <condition_variable>
#include <mutex>
#include <thread>

struct Latch {
  std::mutex mutex;
  std::condition_variable condition;
  int count = 2;
};

static void count_down(Latch* latch) {
  std::unique_lock lock(latch->mutex);
  --latch->count;
  latch->condition.notify_all();
  lock.unlock();
}

static void wait_and_free(Latch* latch) {
  std::unique_lock lock(latch->mutex);
  latch->condition.wait(lock, [latch] { return latch->count == 0; });
  lock.unlock();
  delete latch;
}

int main() {
  auto* latch = new Latch;
  std::thread one(count_down, latch);
  std::thread two(count_down, latch);
  wait_and_free(latch);
  one.join();
  two.join();
}
