// Each thread takes a mutex, but not the same one.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutexes[2];
static int counter;

static void add([[maybe_unused]] int self) {
  std::lock_guard lock(mutexes[self]);
  ++counter;  // REPORTED
}

int main() {
  std::thread one(add, 0);
  std::thread two(add, 1);
  one.join();
  two.join();
  assert(counter == 1 || counter == 2);
}
