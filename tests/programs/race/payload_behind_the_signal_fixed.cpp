// The payload is written before the lock is given back and the waiter is woken.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable condition;
static bool ready;
static int payload;

int main() {
  std::thread producer([] {
    payload += 42;
    {
      std::lock_guard lock(mutex);
      ready = true;
    }
    condition.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    condition.wait(lock, [] { return ready; });
  }
  assert(payload == 0 || payload == 42);
  producer.join();
}
