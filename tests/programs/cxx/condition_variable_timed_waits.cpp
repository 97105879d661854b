// wait_for and wait_until report a timeout only after their time, and the predicate forms its last value.
// CHECK: passes
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

static std::mutex mutex;
static std::condition_variable changed;
static bool ready;

int main() {
  {
    std::unique_lock lock(mutex);
    assert(!changed.wait_for(lock, 1ms, [] { return false; }));
    assert(lock.owns_lock());
    auto until = std::chrono::steady_clock::now() + 1ms;
    while (changed.wait_until(lock, until) == std::cv_status::no_timeout) {
    }
    assert(std::chrono::steady_clock::now() >= until);
    assert(!changed.wait_until(lock, std::chrono::system_clock::now() + 1ms, [] { return false; }));
    assert(changed.wait_for(lock, 0ms, [] { return true; }));
  }
  std::thread thread([] {
    std::lock_guard lock(mutex);
    ready = true;
    changed.notify_all();
  });
  {
    std::unique_lock lock(mutex);
    bool in_time = changed.wait_for(lock, 1ms, [] { return ready; });
    assert(in_time == ready);
  }
  thread.join();
  assert(ready);
}
