// The counter is changed only where the mutex was got.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

int main() {
  mutex.lock();
  std::thread other([] {
    const bool locked = mutex.try_lock();
    if (locked) ++counter;
    if (locked) mutex.unlock();
  });
  ++counter;
  mutex.unlock();
  other.join();
  assert(counter == 1 || counter == 2);
}
