// Two threads set bits of a bitset each.
// CHECK: passes
// TSAN: silent
#include <bitset>
#include <cassert>
#include <thread>

static std::bitset<8> bits[2];

int main() {
  std::thread other([] { bits[0].set(1); });
  bits[1].set(2);
  other.join();
  assert(bits[0].test(1) && bits[1].test(2));
}
