// Before it waits the consumer has a quick look at the flag, without the lock.
// FAILS: data-race
// VARIABLE: ready
// TSAN: race
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable condition;
static bool ready;

static void wait_until_ready() {
  if (ready) return;  // REPORTED
  std::unique_lock lock(mutex);
  condition.wait(lock, [] { return ready; });
}

int main() {
  std::thread producer([] {
    std::lock_guard lock(mutex);
    ready = true;  // REPORTED
    condition.notify_one();
  });
  wait_until_ready();
  producer.join();
}
