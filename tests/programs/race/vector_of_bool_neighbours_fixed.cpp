// Neighbours in a vector of char are objects of their own.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>
#include <vector>

static std::vector<char> flags(2);

int main() {
  std::thread other([] { flags[0] = true; });
  flags[1] = true;
  other.join();
  assert(flags[0] || flags[1]);
}
