// Locks are taken on the way down a recursion, by one thread from either end.
// FAILS: deadlock
#include <mutex>
#include <thread>

static std::mutex levels[3];

static void descend(int level, int step) {
  if (level < 0 || level > 2) {
    return;
  }
  std::lock_guard held(levels[level]);  // REPORTED
  descend(level + step, step);
}

int main() {
  std::thread down(descend, 0, 1);
  std::thread up(descend, 2, -1);
  down.join();
  up.join();
}
