// A unique_ptr is moved away before the other thread asks whether it still has something.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <utility>

static std::unique_ptr<int> message = std::make_unique<int>(42);
static std::atomic<int> seen;

int main() {
  const std::unique_ptr<int> mine = std::move(message);
  std::thread other([] { seen = message ? 1 : 2; });
  other.join();
  assert(seen != 0 && *mine == 42);
}
