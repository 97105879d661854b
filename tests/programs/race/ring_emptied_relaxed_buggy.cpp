// A ring of one slot: the consumer gives it back relaxed, and it is filled again.
// FAILS: data-race
// VARIABLE: slot
// TSAN: race
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
      slot = 40 + i;  // REPORTED
      written.store(i + 1, std::memory_order_release);
    }
  });
  for (int i = 0; i < 2; ++i) {
    while (written.load(std::memory_order_acquire) == i) {
    }
    assert(slot == 40 + i);  // REPORTED
    taken.store(i + 1, std::memory_order_relaxed);
  }
  producer.join();
}
