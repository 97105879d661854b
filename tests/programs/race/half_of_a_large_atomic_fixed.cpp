// An atomic of 16 bytes is written and read as a whole.
// CHECK: passes
// FLAGS: -mcx16
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

struct alignas(16) Pair {
  long first;
  long second;
};

static Pair pair;

int main() {
  std::thread writer([] { std::atomic_ref(pair).store({1, 2}); });
  const Pair read = std::atomic_ref(pair).load();
  assert(read.second == 0 || read.second == 2);
  writer.join();
}
