// A ring of one producer and one consumer: the producer moves on relaxed.
// FAILS: data-race
// VARIABLE: slots
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int slots[2];
static std::atomic<unsigned> written;
static std::atomic<unsigned> taken;

int main() {
  std::thread producer([] {
    for (unsigned i = 0; i < 2; ++i) {
      slots[i] = 40 + static_cast<int>(i);  // REPORTED
      written.store(i + 1, std::memory_order_relaxed);
    }
  });
  for (unsigned i = 0; i < 2; ++i) {
    while (written.load(std::memory_order_acquire) == i) {
    }
    assert(slots[i] == 40 + static_cast<int>(i));  // REPORTED
    taken.store(i + 1, std::memory_order_release);
  }
  producer.join();
}
