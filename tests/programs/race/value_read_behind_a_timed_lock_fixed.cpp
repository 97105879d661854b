// The value is read under a shared lock that was got in time.
// CHECK: passes
// TSAN: false-alarm
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_timed_mutex mutex;
static int value;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    value += 42;
  });
  if (mutex.try_lock_shared_for(std::chrono::hours(1))) {
    assert(value == 0 || value == 42);
    mutex.unlock_shared();
  }
  writer.join();
}
