// An atomic shared_ptr is loaded by both threads, which only read the object.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> current;

int main() {
  current.store(std::make_shared<int>(1));
  std::thread reader([] {
    const std::shared_ptr<int> mine = current.load();
    assert(*mine == 1 || *mine == 2);
  });
  const std::shared_ptr<int> mine = current.load();
  assert(*mine == 1);
  reader.join();
}
