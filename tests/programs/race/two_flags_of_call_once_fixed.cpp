// Both threads have the same once flag.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flags[1];
static int config;

static void initialise(std::once_flag& flag) {
  std::call_once(flag, [] { config += 42; });
}

int main() {
  std::thread other([] { initialise(flags[0]); });
  initialise(flags[0]);
  other.join();
  assert(config == 42 || config == 84);
}
