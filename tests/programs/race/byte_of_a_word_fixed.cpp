// One thread writes four bytes, the other reads the byte behind them.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <cstdint>
#include <thread>

static union {
  std::uint64_t whole;
  std::uint32_t half;
  unsigned char bytes[8];
} word;

int main() {
  std::thread writer([] { ++word.half; });
  assert(word.bytes[4] == 0);
  writer.join();
}
