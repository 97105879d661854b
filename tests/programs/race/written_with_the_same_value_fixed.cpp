// Two threads write the same value atomically.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> seen;

static void look() { seen = true; }

int main() {
  std::thread other(look);
  look();
  other.join();
  assert(seen);
}
