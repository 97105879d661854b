// Double-checked locking whose first look acquires.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::atomic<int*> instance;
static int object;

static int* get() {
  int* found = instance.load(std::memory_order_acquire);
  if (!found) {
    std::lock_guard lock(mutex);
    found = instance.load(std::memory_order_relaxed);
    if (!found) {
      object = 42;
      found = &object;
      instance.store(found, std::memory_order_release);
    }
  }
  return found;
}

int main() {
  std::thread other([] { assert(*get() == 42); });
  assert(*get() == 42);
  other.join();
}
