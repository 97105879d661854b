// A thread waits for a notification that may have come already, in a program that was built by g++.
// FAILS: deadlock
// PLAIN: g++ -std=c++20
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread waiter([] {
    std::unique_lock guard(lock);
    changed.wait(guard);
  });
  {
    const std::lock_guard guard(lock);
    ready = true;
  }
  changed.notify_one();
  waiter.join();
  return ready ? 0 : 1;
}
