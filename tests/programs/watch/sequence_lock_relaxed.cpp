// Writers exclude each other by a sequence number, readers take what did not change meanwhile: all of it relaxed.
// CHECK: passes
// STRATEGY: wp
// HB: errs
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> sequence;
static std::atomic<int> left;
static std::atomic<int> right;
static int writes;

static void change() {
  unsigned even = 0;
  while (!sequence.compare_exchange_weak(even, even + 1, std::memory_order_relaxed)) {
    even &= ~1U;
  }
  ++writes;
  left.store(writes, std::memory_order_relaxed);
  right.store(writes, std::memory_order_relaxed);
  sequence.store(even + 2, std::memory_order_relaxed);
}

static void look() {
  const unsigned before = sequence.load(std::memory_order_relaxed);
  const int difference = left.load(std::memory_order_relaxed) - right.load(std::memory_order_relaxed);
  const bool changed = (before & 1U) != 0 || sequence.load(std::memory_order_relaxed) != before;
  assert(changed || difference == 0);
}

int main() {
  std::thread first(change);
  std::thread second(change);
  std::thread reader(look);
  first.join();
  second.join();
  reader.join();
  assert(writes == 2);
}
