// call_once orders what it ran, not what its caller does with it afterwards.
// FAILS: data-race
// VARIABLE: config
// TSAN: race
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int config;

static int use() {
  bool first = false;
  std::call_once(flag, [&first] { first = true; });
  if (first) config += 42;  // REPORTED
  return config;            // REPORTED
}

int main() {
  std::thread other([] { assert(use() <= 42); });
  assert(use() <= 42);
  other.join();
}
