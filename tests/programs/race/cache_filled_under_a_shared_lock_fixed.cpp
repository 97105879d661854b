// A lookup that fills a cache takes the lock for itself.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int cached;

static int look_up() {
  std::unique_lock lock(mutex);
  if (cached == 0) cached = 42;
  return cached;
}

int main() {
  std::thread other([] { assert(look_up() == 42); });
  assert(look_up() == 42);
  other.join();
}
