// A struct is copied as a whole under the lock under which it is changed.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

struct Position {
  int x, y, z, w;
};

static std::mutex mutex;
static Position position;

int main() {
  std::thread mover([] {
    std::lock_guard lock(mutex);
    ++position.w;
  });
  mutex.lock();
  const Position copy = position;
  mutex.unlock();
  assert(copy.w == 0 || copy.w == 1);
  mover.join();
}
