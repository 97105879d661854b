// The consumer looks at the flag under the lock only.
// CHECK: passes
// TSAN: silent
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable condition;
static bool ready;

static void wait_until_ready() {
  std::unique_lock lock(mutex);
  condition.wait(lock, [] { return ready; });
}

int main() {
  std::thread producer([] {
    std::lock_guard lock(mutex);
    ready = true;
    condition.notify_one();
  });
  wait_until_ready();
  producer.join();
}
