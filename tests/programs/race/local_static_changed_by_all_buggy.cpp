// A local static is made once and safely, but counting in it is not safe.
// FAILS: data-race
// VARIABLE: calls
// TSAN: race
#include <cassert>
#include <thread>

static int count_calls() {
  static int calls = [] { return 10; }();
  return ++calls;  // REPORTED
}

int main() {
  std::thread other(count_calls);
  assert(count_calls() <= 12);
  other.join();
}
