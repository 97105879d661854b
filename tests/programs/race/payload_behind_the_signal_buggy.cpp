// The payload is written when the lock is given back and the waiter is woken.
// FAILS: data-race
// VARIABLE: payload
// TSAN: race
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
    {
      std::lock_guard lock(mutex);
      ready = true;
    }
    condition.notify_one();
    payload += 42;  // REPORTED
  });
  {
    std::unique_lock lock(mutex);
    condition.wait(lock, [] { return ready; });
  }
  assert(payload == 0 || payload == 42);  // REPORTED
  producer.join();
}
