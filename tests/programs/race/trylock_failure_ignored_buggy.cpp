// Nobody looks whether the mutex was got.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

int main() {
  mutex.lock();
  std::thread other([] {
    const bool locked = mutex.try_lock();
    ++counter;  // REPORTED
    if (locked) mutex.unlock();
  });
  ++counter;  // REPORTED
  mutex.unlock();
  other.join();
  assert(counter == 1 || counter == 2);
}
