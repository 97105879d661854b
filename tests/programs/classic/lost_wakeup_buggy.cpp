// The flag is checked without the mutex, so the notification can come between the check and the wait.
// FAILS: deadlock
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static std::atomic<bool> ready;

int main() {
  std::thread setter([] {
    ready = true;
    changed.notify_one();
  });
  while (!ready) {
    std::unique_lock lock(mutex);
    changed.wait(lock);  // REPORTED
  }
  setter.join();
}
