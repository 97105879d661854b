// The place of a latch is used for a plain value when its other waiter has left it.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <latch>
#include <new>
#include <thread>

alignas(std::latch) static unsigned char storage[sizeof(std::latch)];

int main() {
  auto* latch = new (storage) std::latch(1);
  std::thread waiter([latch] { latch->wait(); });
  latch->count_down();
  waiter.join();
  auto* value = new (storage) int(0);
  assert(*value == 0);
}
