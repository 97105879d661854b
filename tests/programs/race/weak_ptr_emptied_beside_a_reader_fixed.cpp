// A weak_ptr is emptied while another thread compares a copy of it.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static const std::shared_ptr<int> owner = std::make_shared<int>(42);
static std::weak_ptr<int> observer = owner;
static std::atomic<int> seen;

int main() {
  std::weak_ptr<int> copy = observer;
  std::thread other([copy] { seen = copy.owner_before(owner) ? 1 : 2; });
  std::weak_ptr<int> empty;
  observer.swap(empty);
  other.join();
  assert(seen != 0);
}
