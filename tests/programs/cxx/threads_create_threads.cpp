// Threads created by threads, three levels deep, all run.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> nodes;

static void grow(int depth) {
  ++nodes;
  if (depth == 0) return;
  std::thread left(grow, depth - 1);
  std::thread right(grow, depth - 1);
  left.join();
  right.join();
}

int main() {
  grow(3);
  assert(nodes == 15);
}
