// Of two readers only one is joined before the value is written.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
#include <cassert>
#include <thread>

static int value;

int main() {
  std::thread one([] { assert(value >= 0); });
  std::thread two([] { assert(value >= 0); });  // REPORTED
  one.join();
  ++value;  // REPORTED
  two.join();
}
