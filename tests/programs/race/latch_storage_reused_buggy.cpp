// A waiter is let go by a latch, and puts a plain value in its place while another still waits.
// FAILS: data-race
// VARIABLE: storage
// TSAN: race
#include <cassert>
#include <latch>
#include <new>
#include <thread>

alignas(std::latch) static unsigned char storage[sizeof(std::latch)];

int main() {
  auto* latch = new (storage) std::latch(1);
  std::thread waiter([latch] { latch->wait(); });  // REPORTED
  latch->count_down();
  auto* value = new (storage) int(0);  // REPORTED
  waiter.join();
  assert(*value == 0);
}
