// The pointer is published before the object is filled, and the first check is outside the lock.
// FAILS: assertion get()->value == 42
#include <cassert>
#include <mutex>
#include <thread>

struct Object {
  int value = 0;
};

static std::mutex mutex;
static Object* instance;

static Object* get() {
  if (!instance) {
    std::lock_guard lock(mutex);
    if (!instance) {
      instance = new Object;
      instance->value = 42;
    }
  }
  return instance;
}

static void use() {
  assert(get()->value == 42);  // REPORTED
}

int main() {
  std::thread one(use);
  std::thread two(use);
  one.join();
  two.join();
  delete instance;
}
