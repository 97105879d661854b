// Two threads use the same shared_ptr object: one assigns to it, the other copies it.
// FAILS: data-race
// VARIABLE: current
// TSAN: race
#include <cassert>
#include <memory>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1);

int main() {
  std::thread reader([] { assert(current.get() != nullptr); });  // REPORTED
  auto next = std::make_shared<int>(2);
  current.swap(next);  // REPORTED
  reader.join();
}
