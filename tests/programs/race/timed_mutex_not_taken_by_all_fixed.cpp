// Where the timed mutex was not got in time it is waited for without a limit.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex mutex;
static int counter;

static void add() {
  std::unique_lock lock(mutex, std::chrono::milliseconds(1));
  if (!lock.owns_lock()) lock.lock();
  ++counter;
}

int main() {
  std::unique_lock lock(mutex);
  std::thread other(add);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ++counter;
  lock.unlock();
  other.join();
  assert(counter == 1 || counter == 2);
}
