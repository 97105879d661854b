// An atomic shared_ptr is replaced safely, but the object that others have is changed in place.
// FAILS: data-race
// TSAN: race
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> current;

int main() {
  current.store(std::make_shared<int>(1));
  std::thread reader([] {
    const std::shared_ptr<int> mine = current.load();
    assert(*mine == 1 || *mine == 2);  // REPORTED
  });
  const std::shared_ptr<int> mine = current.load();
  ++*mine;  // REPORTED
  reader.join();
}
