// A new latch is made in the place of one when that one is open.
// CHECK: passes
// TSAN: silent
#include <latch>
#include <new>
#include <thread>

alignas(std::latch) static unsigned char storage[sizeof(std::latch)];

static std::latch* make() { return new (storage) std::latch(1); }

int main() {
  std::latch* latch = make();
  std::thread other([latch] { latch->count_down(); });
  latch->wait();
  make();
  other.join();
}
