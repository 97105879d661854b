// An atomic shared_ptr is loaded by both threads, and one changes the object in place.
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
