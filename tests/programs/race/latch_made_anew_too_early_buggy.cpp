// A new latch is made in the place of one that the other thread may still count down.
// FAILS: data-race
// VARIABLE: storage
// TSAN: race
#include <latch>
#include <new>
#include <thread>

alignas(std::latch) static unsigned char storage[sizeof(std::latch)];

static std::latch* make() { return new (storage) std::latch(1); }  // REPORTED

int main() {
  std::latch* latch = make();
  std::thread other([latch] { latch->count_down(); });  // REPORTED
  if (!latch->try_wait()) {
    make();
  }
  other.join();
}
