// A detached thread says in a relaxed flag that its result is there.
// FAILS: data-race
// VARIABLE: result
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int result;
static std::atomic<bool> done;

int main() {
  std::thread([] {
    result = 42;  // REPORTED
    done.store(true, std::memory_order_relaxed);
  }).detach();
  while (!done.load(std::memory_order_acquire)) {
  }
  assert(result == 42);  // REPORTED
}
