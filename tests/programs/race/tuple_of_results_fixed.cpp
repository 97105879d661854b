// Two threads write different members of a tuple.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>
#include <tuple>

static std::tuple<int, int> results;

int main() {
  std::thread other([] { ++std::get<0>(results); });
  ++std::get<1>(results);
  other.join();
  assert(std::get<0>(results) >= 1);
}
