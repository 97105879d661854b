// A reader-writer lock of one atomic: the reader leaves with release.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> state;  // readers inside, or -1 for a writer
static int value;

static void write_value() {
  int expected = 0;
  while (!state.compare_exchange_strong(expected, -1, std::memory_order_acquire, std::memory_order_relaxed))
    expected = 0;
  value += 42;
  state.store(0, std::memory_order_release);
}

static int read_value() {
  int readers = 0;
  do {
    readers = state.load(std::memory_order_relaxed);
  } while (readers < 0 ||
           !state.compare_exchange_strong(readers, readers + 1, std::memory_order_acquire, std::memory_order_relaxed));
  const int read = value;
  state.fetch_sub(1, std::memory_order_release);
  return read;
}

int main() {
  std::thread writer(write_value);
  const int read = read_value();
  assert(read == 0 || read == 42);
  writer.join();
}
