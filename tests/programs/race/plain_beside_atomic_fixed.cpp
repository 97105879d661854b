// Atomic references in both threads.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int counter;

int main() {
  std::thread other([] { std::atomic_ref(counter).fetch_add(1); });
  assert(std::atomic_ref(counter).load() <= 1);
  other.join();
}
