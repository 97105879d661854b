// One thread writes eight bytes, the other reads the last of them.
// FAILS: data-race
// VARIABLE: word
// TSAN: race
#include <cassert>
#include <cstdint>
#include <thread>

static union {
  std::uint64_t whole;
  std::uint32_t half;
  unsigned char bytes[8];
} word;

int main() {
  std::thread writer([] { ++word.whole; });  // REPORTED
  assert(word.bytes[7] == 0);                // REPORTED
  writer.join();
}
