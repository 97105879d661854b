// A reader-writer lock of one atomic: the writer leaves relaxed, and readers do not have what it wrote.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> state = -1;  // readers inside, or -1 for a writer
static int value;

static void write_value() {
  value = 42;  // REPORTED
  state.store(0, std::memory_order_relaxed);
}

static int read_value() {
  int readers = 0;
  do {
    readers = state.load(std::memory_order_relaxed);
  } while (readers < 0 ||
           !state.compare_exchange_strong(readers, readers + 1, std::memory_order_acquire, std::memory_order_relaxed));
  const int read = value;  // REPORTED
  state.fetch_sub(1, std::memory_order_release);
  return read;
}

int main() {
  std::thread writer(write_value);  // inside from the start
  assert(read_value() == 42);
  writer.join();
}
