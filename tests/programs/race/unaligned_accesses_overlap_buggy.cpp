// An unaligned write of four bytes reaches into the ones that are read.
// FAILS: data-race
// VARIABLE: bytes
// TSAN: race
#include <cassert>
#include <cstdint>
#include <cstring>
#include <thread>

static unsigned char bytes[16];

static void put(int at, std::uint32_t value) { std::memcpy(bytes + at, &value, sizeof value); }  // REPORTED

int main() {
  std::thread writer([] { put(6, 0x01010101); });
  assert(bytes[9] == 0 || bytes[9] == 1);  // REPORTED
  writer.join();
}
