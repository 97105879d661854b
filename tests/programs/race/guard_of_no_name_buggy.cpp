// The guard has no name, so it lets go of the mutex at once.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void add() {
  std::lock_guard<std::mutex>{mutex};
  ++counter;  // REPORTED
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 1 || counter == 2);
}
