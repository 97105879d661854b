// Double-checked locking of a plain pointer.
// FAILS: data-race
// VARIABLE: instance
// TSAN: race
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int* instance;
static int object;

static int* get() {
  if (!instance) {  // REPORTED
    std::lock_guard lock(mutex);
    if (!instance) {
      object = 42;
      instance = &object;  // REPORTED
    }
  }
  return instance;  // REPORTED
}

int main() {
  std::thread other([] { get(); });
  get();
  other.join();
  assert(object == 42);
}
