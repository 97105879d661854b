// A sequence lock whose payload is atomic, relaxed, with fences around it.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> sequence;
static std::atomic<int> payload;

int main() {
  std::thread writer([] {
    sequence.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    payload.store(42, std::memory_order_relaxed);
    sequence.store(2, std::memory_order_release);
  });
  const unsigned before = sequence.load(std::memory_order_acquire);
  const int read = payload.load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  const unsigned after = sequence.load(std::memory_order_relaxed);
  if (before == after && before % 2 == 0) {
    assert(read == (before == 0 ? 0 : 42));
  }
  writer.join();
}
