// A callback is replaced under the lock under which it is looked at.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::function<int()> callback;

int main() {
  std::thread other([] {
    std::lock_guard lock(mutex);
    callback = [] { return 42; };
  });
  mutex.lock();
  const bool there = callback != nullptr;
  mutex.unlock();
  other.join();
  assert(!there || callback() == 42);
}
