// The lock that is handed to wait is held.
// CHECK: passes
// TSAN: silent
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

static std::mutex mutex;
static std::condition_variable condition;

int main() {
  std::thread other([] {
    std::lock_guard lock(mutex);
    condition.notify_one();
  });
  std::unique_lock lock(mutex);
  std::unique_lock pretended(std::move(lock));
  condition.wait_for(pretended, std::chrono::milliseconds(1));
  pretended.unlock();
  other.join();
}
