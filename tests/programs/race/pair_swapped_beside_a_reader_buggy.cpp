// The halves of a pair are exchanged while another thread reads one.
// FAILS: data-race
// VARIABLE: range
// TSAN: race
#include <cassert>
#include <thread>
#include <utility>

static std::pair<int, int> range = {1, 2};

int main() {
  std::thread other([] {
    std::swap(range.first, range.second);  // REPORTED
  });
  assert(range.second == 2 || range.second == 1);  // REPORTED
  other.join();
}
