// 200 threads can be alive at once.
// CHECK: passes
// RUNS: 20
#include <atomic>
#include <cassert>
#include <latch>
#include <thread>
#include <vector>

int main() {
  constexpr int kThreads = 200;
  std::latch all_there(kThreads);
  std::atomic<int> sum = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        all_there.arrive_and_wait();
        sum += i;
      });
    }
  }
  assert(sum == kThreads * (kThreads - 1) / 2);
}
