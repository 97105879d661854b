// The count of a shared_ptr is atomic, and so is what it points to.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto shared = std::make_shared<std::atomic<int>>(0);
  std::thread other([shared] { ++*shared; });
  ++*shared;
  other.join();
  assert(*shared == 1 || *shared == 2);
}
