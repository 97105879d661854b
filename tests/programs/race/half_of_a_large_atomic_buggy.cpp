// An atomic of 16 bytes is written, and one half of it is read plainly.
// FAILS: data-race
// VARIABLE: pair
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
  std::thread writer([] { std::atomic_ref(pair).store({1, 2}); });  // REPORTED
  assert(pair.second == 0 || pair.second == 2);                     // REPORTED
  writer.join();
}
