// A latch holds its waiters until it is counted down to zero, and not after.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <latch>
#include <thread>
#include <vector>

int main() {
  std::latch ready(3);
  std::latch go(1);
  std::atomic<int> started = 0;
  int before_go = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] {
        ++started;
        ready.count_down();
        go.wait();
        assert(before_go == 1 && go.try_wait());
      });
    }
    ready.wait();
    assert(started == 3);
    before_go = 1;
    go.arrive_and_wait();
  }
  ready.wait();
}
