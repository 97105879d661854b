// The latch is counted down when the configuration is there.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <latch>
#include <thread>

static int config;

int main() {
  std::latch loaded(1);
  std::thread loader([&loaded] {
    config += 42;
    loaded.count_down();
  });
  loaded.wait();
  assert(config == 0 || config == 42);
  loader.join();
}
