// Neighbours in a vector of bool are bits of one word.
// FAILS: data-race
// TSAN: race
#include <cassert>
#include <thread>
#include <vector>

static std::vector<bool> flags(2);

int main() {
  std::thread other([] { flags[0] = true; });  // REPORTED
  flags[1] = true;                             // REPORTED
  other.join();
  assert(flags[0] || flags[1]);
}
