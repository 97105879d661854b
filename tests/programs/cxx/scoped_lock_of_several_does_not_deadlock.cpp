// scoped_lock and std::lock take several mutexes in any order without a deadlock; std::try_lock names the busy one.
// CHECK: passes
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a;
static std::mutex b;
static std::recursive_mutex c;
static int shared;

int main() {
  std::thread one([] {
    for (int i = 0; i < 2; ++i) {
      std::scoped_lock lock(a, b, c);
      ++shared;
    }
  });
  std::thread two([] {
    for (int i = 0; i < 2; ++i) {
      std::scoped_lock lock(c, b, a);
      ++shared;
    }
  });
  std::unique_lock first(b, std::defer_lock);
  std::unique_lock second(a, std::defer_lock);
  std::lock(first, second);
  ++shared;
  std::thread([] { assert(std::try_lock(c, b, a) != -1); }).join();
  first.unlock();
  second.unlock();
  one.join();
  two.join();
  assert(shared == 5);
  assert(std::try_lock(a, b) == -1);
  a.unlock();
  std::thread([] {
    assert(std::try_lock(a, b) == 1);
    assert(a.try_lock());
    a.unlock();
  }).join();
  b.unlock();
}
