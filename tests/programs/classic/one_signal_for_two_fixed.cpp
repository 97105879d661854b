// All waiting threads are notified.
// CHECK: passes
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable opened;
static bool open;

static void pass() {
  std::unique_lock lock(mutex);
  while (!open) opened.wait(lock);
}

int main() {
  std::thread one(pass);
  std::thread two(pass);
  {
    std::lock_guard lock(mutex);
    open = true;
  }
  opened.notify_all();
  one.join();
  two.join();
}
