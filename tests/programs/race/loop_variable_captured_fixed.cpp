// Threads have copies of the loop's variable.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

static std::atomic<int> sum;

int main() {
  std::vector<std::jthread> threads;
  for (int index = 0; index < 2; ++index) {
    threads.emplace_back([index] { sum += index; });
  }
  threads.clear();
  assert(sum >= 0 && sum <= 4);
}
