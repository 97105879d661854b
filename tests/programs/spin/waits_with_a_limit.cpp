// Loops that look at the clock, sleep, or wait on a condition variable for a while are no matter of memory alone.
// CHECK: passes
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

static std::mutex mutex;
static std::condition_variable changed;
static bool ready;
static std::atomic<int> seen;

int main() {
  std::thread waiter([] {
    std::unique_lock lock(mutex);
    while (!ready) {
      changed.wait_for(lock, 1ms);
    }
    ++seen;
  });
  std::thread sleeper([] {
    while (seen.load() == 0) {
      std::this_thread::sleep_for(1ms);
    }
    ++seen;
  });
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < 100ns && seen.load() == 0) {
  }
  {
    std::lock_guard lock(mutex);
    ready = true;
  }
  waiter.join();
  sleeper.join();
}
