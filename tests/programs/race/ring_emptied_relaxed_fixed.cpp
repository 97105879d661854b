// A ring of one slot: the consumer gives it back with release.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int slot;
static std::atomic<int> written;
static std::atomic<int> taken;

int main() {
  std::thread producer([] {
    for (int i = 0; i < 2; ++i) {
      while (taken.load(std::memory_order_acquire) != i) {
      }
      slot = 40 + i;
      written.store(i + 1, std::memory_order_release);
    }
  });
  for (int i = 0; i < 2; ++i) {
    while (written.load(std::memory_order_acquire) == i) {
    }
    assert(slot == 40 + i);
    taken.store(i + 1, std::memory_order_release);
  }
  producer.join();
}
