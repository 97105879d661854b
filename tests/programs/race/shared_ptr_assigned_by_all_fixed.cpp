// Each thread has a copy of the shared_ptr, made before the threads were.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <memory>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1);

int main() {
  auto copy = current;
  std::thread reader([copy] { assert(copy.get() != nullptr); });
  auto next = std::make_shared<int>(2);
  current.swap(next);
  reader.join();
}
