// An atomic reference in one thread, a plain access to the same variable in the other.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int counter;

int main() {
  std::thread other([] { std::atomic_ref(counter).fetch_add(1); });  // REPORTED
  assert(counter == 0 || counter == 1);                              // REPORTED
  other.join();
}
