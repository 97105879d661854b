// atomic_flag wait and notify_one, and atomic_ref with wait, hand a turn from thread to thread.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic_flag flag;
  int handed = 0;
  std::thread waiter([&] {
    flag.wait(false);
    assert(flag.test() && handed == 1);
    handed = 2;
    flag.clear();
    flag.notify_one();
  });
  handed = 1;
  assert(!flag.test_and_set());
  flag.notify_one();
  flag.wait(true);
  assert(handed == 2);
  waiter.join();

  alignas(std::atomic_ref<int>::required_alignment) int plain = 0;
  {
    std::jthread one([&] { std::atomic_ref(plain).fetch_add(2); });
    std::jthread two([&] {
      std::atomic_ref reference(plain);
      reference += 3;
      reference.notify_all();
    });
    for (int seen = 0; (seen = std::atomic_ref(plain).load()) < 3;) std::atomic_ref(plain).wait(seen);
  }
  assert(plain == 5);
}
