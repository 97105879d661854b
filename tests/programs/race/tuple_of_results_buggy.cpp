// Two threads write the same member of a tuple.
// FAILS: data-race
// VARIABLE: results
// TSAN: race
#include <cassert>
#include <thread>
#include <tuple>

static std::tuple<int, int> results;

int main() {
  std::thread other([] { ++std::get<0>(results); });  // REPORTED
  ++std::get<0>(results);                             // REPORTED
  other.join();
  assert(std::get<0>(results) >= 1);
}
