// A weak_ptr is emptied while another thread compares the same one.
// FAILS: data-race
// VARIABLE: observer
// TSAN: race
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static const std::shared_ptr<int> owner = std::make_shared<int>(42);
static std::weak_ptr<int> observer = owner;
static std::atomic<int> seen;

int main() {
  std::thread other([] { seen = observer.owner_before(owner) ? 1 : 2; });  // REPORTED
  std::weak_ptr<int> empty;
  observer.swap(empty);  // REPORTED
  other.join();
  assert(seen != 0);
}
