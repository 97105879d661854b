// A detached thread says with release that its result is there.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int result;
static std::atomic<bool> done;

int main() {
  std::thread([] {
    result = 42;
    done.store(true, std::memory_order_release);
  }).detach();
  while (!done.load(std::memory_order_acquire)) {
  }
  assert(result == 42);
}
