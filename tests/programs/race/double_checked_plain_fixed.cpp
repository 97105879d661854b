// Double-checked locking of an atomic pointer.
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
  if (!instance) {
    std::lock_guard lock(mutex);
    if (!instance) {
      object = 42;
      instance = &object;
    }
  }
  return instance;
}

int main() {
  std::thread other([] { get(); });
  get();
  other.join();
  assert(object == 42);
}
