// Two threads set different bits of a bitset, which are in one word.
// FAILS: data-race
// VARIABLE: bits
// TSAN: race
#include <bitset>
#include <cassert>
#include <thread>

static std::bitset<8> bits;

int main() {
  std::thread other([] { bits.set(1); });  // REPORTED
  bits.set(2);                             // REPORTED
  other.join();
  assert(bits.any());
}
