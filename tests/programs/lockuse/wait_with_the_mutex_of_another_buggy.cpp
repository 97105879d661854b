// The lock that is handed to wait was released before, and another thread may hold the mutex.
// FAILS: lock-misuse
// TSAN: unlock-of-an-unlocked-mutex
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable condition;

int main() {
  std::thread other([] {
    std::lock_guard lock(mutex);
    condition.notify_one();
  });
  std::unique_lock lock(mutex);
  lock.unlock();
  std::unique_lock pretended(mutex, std::adopt_lock);
  lock.release();
  condition.wait_for(pretended, std::chrono::milliseconds(1));  // REPORTED
  pretended.unlock();
  other.join();
}
