// The flag is set and checked under the mutex.
// CHECK: passes
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread setter([] {
    std::lock_guard lock(mutex);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    while (!ready) changed.wait(lock);
  }
  setter.join();
}
