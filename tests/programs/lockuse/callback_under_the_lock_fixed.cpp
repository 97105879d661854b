// A listener is called when the lock is released, and takes it; it is registered for a moment only.
// CHECK: passes
// TSAN: silent
#include <functional>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::function<void()> listener;

int main() {
  std::thread other([] {
    std::unique_lock lock(mutex);
    listener = [] { std::lock_guard again(mutex); };
    lock.unlock();
    lock.lock();
    listener = nullptr;
  });
  std::unique_lock lock(mutex);
  const auto call = listener;
  lock.unlock();
  if (call) call();
  other.join();
}
