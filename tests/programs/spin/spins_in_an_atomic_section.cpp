// A thread that spins in an atomic section cannot go on by itself: the others do.
// CHECK: passes
#include <heddle/heddle.h>

#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> ready;
static std::atomic<int> value;

int main() {
  std::thread waiter([] {
    heddle_atomic_begin();
    while (!ready.load()) {
    }
    assert(value.load() == 1);
    heddle_atomic_end();
  });
  value.store(1);
  ready.store(true);
  waiter.join();
}
