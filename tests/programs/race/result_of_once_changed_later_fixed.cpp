// All that others read happens inside of call_once.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int config;

static int use() {
  std::call_once(flag, [] { config += 42; });
  return config;
}

int main() {
  std::thread other([] { assert(use() <= 42); });
  assert(use() <= 42);
  other.join();
}
