// A struct is copied as a whole without the lock under which it is changed.
// FAILS: data-race
// VARIABLE: position
// TSAN: race
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
    ++position.w;  // REPORTED
  });
  const Position copy = position;  // REPORTED
  assert(copy.w == 0 || copy.w == 1);
  mover.join();
}
