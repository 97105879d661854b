// A thread waits for a flag with a lock held that the other needs to set it: a deadlock, though one of them runs.
// FAILS: deadlock
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
  {
    std::lock_guard lock(mutex);
    while (!ready.load()) {
    }
  }
  other.join();
}
