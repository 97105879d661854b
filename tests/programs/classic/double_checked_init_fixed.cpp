// The object is filled before it is published through an atomic pointer.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Object {
  int value = 0;
};

static std::mutex mutex;
static std::atomic<Object*> instance;

static Object* get() {
  Object* seen = instance.load(std::memory_order_acquire);
  if (!seen) {
    std::lock_guard lock(mutex);
    seen = instance.load(std::memory_order_relaxed);
    if (!seen) {
      seen = new Object;
      seen->value = 42;
      instance.store(seen, std::memory_order_release);
    }
  }
  return seen;
}

static void use() { assert(get()->value == 42); }

int main() {
  std::thread one(use);
  std::thread two(use);
  one.join();
  two.join();
  delete instance;
}
