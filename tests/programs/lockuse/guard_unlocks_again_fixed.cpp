// The mutex is unlocked by way of the guard, which knows of it.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void add() {
  std::unique_lock lock(mutex);
  ++counter;
  lock.unlock();
}

int main() {
  std::thread other(add);
  other.join();
  add();
  assert(counter == 2);
}
