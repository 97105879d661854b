// A thread waits only while it has to, in a program that was built by g++.
// CHECK: passes
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
    changed.wait(guard, [] { return ready; });
  });
  {
    const std::lock_guard guard(lock);
    ready = true;
  }
  changed.notify_one();
  waiter.join();
  return ready ? 0 : 1;
}
