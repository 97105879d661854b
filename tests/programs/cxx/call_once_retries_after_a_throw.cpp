// call_once runs until one call returns; a throwing call passes its exception on and the next thread tries.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

int main() {
  std::once_flag flag;
  int attempts = 0;
  std::atomic<int> caught = 0;
  auto use = [&] {
    try {
      std::call_once(
          flag,
          [&](int limit) {
            if (++attempts < limit) throw std::runtime_error("not yet");
          },
          3);
      assert(attempts == 3);
    } catch (const std::runtime_error&) {
      ++caught;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(use);
  }
  assert(attempts == 3 && caught == 2);
  use();
  assert(attempts == 3 && caught == 2);
}
