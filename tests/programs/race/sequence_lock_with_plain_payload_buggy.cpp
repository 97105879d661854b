// A sequence lock throws torn reads away, but reading its payload plainly is a race all the same.
// FAILS: data-race
// VARIABLE: payload
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> sequence;
static int payload;

int main() {
  std::thread writer([] {
    sequence.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    payload = 42;  // REPORTED
    sequence.store(2, std::memory_order_release);
  });
  const unsigned before = sequence.load(std::memory_order_acquire);
  const int read = payload;  // REPORTED
  std::atomic_thread_fence(std::memory_order_acquire);
  const unsigned after = sequence.load(std::memory_order_relaxed);
  if (before == after && before % 2 == 0) {
    assert(read == (before == 0 ? 0 : 42));
  }
  writer.join();
}
