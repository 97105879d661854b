// One thread gives a timed mutex up after a while and goes on without it.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex mutex;
static int counter;

static void add() {
  std::unique_lock lock(mutex, std::chrono::milliseconds(1));
  ++counter;  // REPORTED
}

int main() {
  std::unique_lock lock(mutex);
  std::thread other(add);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ++counter;  // REPORTED
  lock.unlock();
  other.join();
  assert(counter == 1 || counter == 2);
}
