// The index of the buffer to be read is flipped relaxed.
// FAILS: data-race
// VARIABLE: buffers
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int buffers[2] = {1, 0};
static std::atomic<int> front;

int main() {
  std::thread painter([] {
    buffers[1] = 2;  // REPORTED
    front.store(1, std::memory_order_relaxed);
  });
  while (front.load(std::memory_order_acquire) == 0) {
  }
  assert(buffers[1] == 2);  // REPORTED
  painter.join();
}
