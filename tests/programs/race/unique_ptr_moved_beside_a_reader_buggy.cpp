// A unique_ptr is moved away while another thread asks whether it still has something.
// FAILS: data-race
// VARIABLE: message
// TSAN: race
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <utility>

static std::unique_ptr<int> message = std::make_unique<int>(42);
static std::atomic<int> seen;

int main() {
  std::thread other([] { seen = message ? 1 : 2; });     // REPORTED
  const std::unique_ptr<int> mine = std::move(message);  // REPORTED
  other.join();
  assert(seen != 0 && *mine == 42);
}
