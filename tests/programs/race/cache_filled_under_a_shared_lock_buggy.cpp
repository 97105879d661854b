// A lookup under a shared lock fills a cache.
// FAILS: data-race
// VARIABLE: cached
// TSAN: race
#include <cassert>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int cached;

static int look_up() {
  std::shared_lock lock(mutex);
  if (cached == 0) cached = 42;  // REPORTED
  return cached;                 // REPORTED
}

int main() {
  std::thread other([] { assert(look_up() == 42); });
  assert(look_up() == 42);
  other.join();
}
