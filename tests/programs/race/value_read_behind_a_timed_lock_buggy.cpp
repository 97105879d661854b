// The value is read when the shared lock, got in time, is given back already.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
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
    value += 42;  // REPORTED
  });
  if (mutex.try_lock_shared_for(std::chrono::hours(1))) {
    mutex.unlock_shared();
    assert(value == 0 || value == 42);  // REPORTED
  }
  writer.join();
}
