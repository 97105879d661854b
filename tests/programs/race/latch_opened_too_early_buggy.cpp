// The latch is counted down before the configuration is there.
// FAILS: data-race
// VARIABLE: config
// TSAN: race
#include <cassert>
#include <latch>
#include <thread>

static int config;

int main() {
  std::latch loaded(1);
  std::thread loader([&loaded] {
    loaded.count_down();
    config += 42;  // REPORTED
  });
  loaded.wait();
  assert(config == 0 || config == 42);  // REPORTED
  loader.join();
}
