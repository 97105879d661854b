// Each thread has a once flag of its own, so each initialises.
// FAILS: data-race
// VARIABLE: config
// TSAN: race
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flags[2];
static int config;

static void initialise(std::once_flag& flag) {
  std::call_once(flag, [] { config += 42; });  // REPORTED
}

int main() {
  std::thread other([] { initialise(flags[1]); });
  initialise(flags[0]);
  other.join();
  assert(config == 42 || config == 84);
}
