// The mutex is unlocked by hand below a guard that unlocks it again.
// FAILS: lock-misuse
// TSAN: unlock-of-an-unlocked-mutex
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void add() {
  std::lock_guard lock(mutex);
  ++counter;
  mutex.unlock();
}  // REPORTED

int main() {
  std::thread other(add);
  other.join();
  add();
  assert(counter == 2);
}
