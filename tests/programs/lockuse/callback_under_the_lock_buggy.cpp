// A listener is called under the lock, and takes it again; it is registered for a moment only.
// FAILS: lock-misuse
// TSAN: silent
#include <functional>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::function<void()> listener;

int main() {
  std::thread other([] {
    std::unique_lock lock(mutex);
    listener = [] { std::lock_guard again(mutex); };  // REPORTED
    lock.unlock();
    lock.lock();
    listener = nullptr;
  });
  std::unique_lock lock(mutex);
  const auto call = listener;
  if (call) call();  // REPORTED
  lock.unlock();
  other.join();
}
