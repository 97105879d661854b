// std::barrier runs its completion once per phase while everyone waits; a thread can drop out.
// CHECK: passes
#include <barrier>
#include <cassert>
#include <thread>
#include <vector>

int main() {
  constexpr int kThreads = 3;
  int phase = 0;
  std::vector<int> arrived(4);
  std::vector<int> per_thread(kThreads);
  auto complete = [&]() noexcept {
    for (int progress : per_thread) arrived[static_cast<std::size_t>(phase)] += progress > phase;
    ++phase;
  };
  std::barrier barrier(kThreads, complete);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        ++per_thread[i];
        barrier.arrive_and_wait();
        assert(phase == 1);
        ++per_thread[i];
        auto token = barrier.arrive();
        barrier.wait(std::move(token));
        assert(phase == 2 || phase == 3);
        if (i == 0) {
          barrier.arrive_and_drop();
        } else {
          barrier.arrive_and_wait();
          assert(phase == 3);
        }
      });
    }
  }
  assert(phase == 3 && arrived[0] == kThreads && arrived[1] == kThreads);
}
