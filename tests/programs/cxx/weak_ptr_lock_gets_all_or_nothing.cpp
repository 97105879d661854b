// weak_ptr::lock against the last owner's release gives a live object or none; the object is destroyed once.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int> destroyed;

struct Object {
  ~Object() {
    value = 0;
    ++destroyed;
  }
  int value = 42;
};

int main() {
  auto owner = std::make_shared<Object>();
  std::weak_ptr<Object> watcher = owner;
  std::thread releaser([mine = std::move(owner)]() mutable { mine.reset(); });
  std::thread user([watcher] {
    if (auto locked = watcher.lock()) {
      assert(locked->value == 42);
      auto copy = locked;
      assert(copy.use_count() >= 2);
    }
  });
  if (auto locked = watcher.lock()) assert(locked->value == 42);
  releaser.join();
  user.join();
  assert(watcher.expired() && destroyed == 1);
}
