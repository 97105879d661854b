// The index of the buffer to be read is flipped with release.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int buffers[2] = {1, 0};
static std::atomic<int> front;

int main() {
  std::thread painter([] {
    buffers[1] = 2;
    front.store(1, std::memory_order_release);
  });
  while (front.load(std::memory_order_acquire) == 0) {
  }
  assert(buffers[1] == 2);
  painter.join();
}
