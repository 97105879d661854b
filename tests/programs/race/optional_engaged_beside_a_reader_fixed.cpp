// An optional gets its value under the lock under which it is asked for.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <optional>
#include <thread>

static std::mutex mutex;
static std::optional<int> value;

int main() {
  std::thread writer([] {
    std::lock_guard lock(mutex);
    value.emplace(42);
  });
  mutex.lock();
  const bool had_one = value.has_value();
  mutex.unlock();
  writer.join();
  assert(!had_one || value == 42);
}
