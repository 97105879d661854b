// Two threads wait for the same event but only one is notified.
// FAILS: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable opened;
static bool open;

static void pass() {
  std::unique_lock lock(mutex);
  while (!open) opened.wait(lock);  // REPORTED
}

int main() {
  std::thread one(pass);
  std::thread two(pass);
  {
    std::lock_guard lock(mutex);
    open = true;
  }
  opened.notify_one();
  one.join();
  two.join();
}
