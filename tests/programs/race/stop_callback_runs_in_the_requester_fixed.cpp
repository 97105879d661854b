// A stop callback is run by who requests the stop, and writes an atomic.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

static std::atomic<int> stopped;

int main() {
  std::jthread worker([](const std::stop_token& token) {
    std::stop_callback callback(token, [] { ++stopped; });
    assert(stopped == 0 || stopped == 1);
  });
  worker.request_stop();
}
