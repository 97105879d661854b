// The halves of a pair are exchanged in a copy.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>
#include <utility>

static std::pair<int, int> range = {1, 2};

int main() {
  std::thread other([] {
    auto copy = range;
    std::swap(copy.first, copy.second);
    assert(copy.first == 2);
  });
  assert(range.second == 2 || range.second == 1);
  other.join();
}
