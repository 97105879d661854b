// A thread waits for a flag first, and locks then.
// CHECK: passes
#include <atomic>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::atomic<bool> ready;

int main() {
  std::thread other([] {
    std::lock_guard lock(mutex);
    ready.store(true);
  });
  while (!ready.load()) {
  }
  {
    std::lock_guard lock(mutex);
  }
  other.join();
}
