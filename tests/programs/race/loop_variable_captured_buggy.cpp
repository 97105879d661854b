// Threads refer to the loop's variable, which goes on.
// FAILS: data-race
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

static std::atomic<int> sum;

int main() {
  std::vector<std::jthread> threads;
  int index = 0;
  for (; index < 2; ++index) {                         // REPORTED
    threads.emplace_back([&index] { sum += index; });  // REPORTED
  }
  threads.clear();
  assert(sum >= 0 && sum <= 4);
}
