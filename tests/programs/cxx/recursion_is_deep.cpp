// main and threads can recurse through several megabytes of stack, with switches at the deepest point.
// CHECK: passes
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int bottoms;

[[gnu::noinline]] static int dive(int depth) {
  volatile char frame[16 << 10];
  frame[depth] = 1;
  if (depth == 0) {
    std::this_thread::yield();
    std::lock_guard lock(mutex);
    ++bottoms;
    return 0;
  }
  return dive(depth - 1) + frame[depth];
}

int main() {
  constexpr int kDepth = 256;
  std::thread one([] { assert(dive(kDepth) == kDepth); });
  std::thread two([] { assert(dive(kDepth) == kDepth); });
  assert(dive(kDepth) == kDepth);
  one.join();
  two.join();
  assert(bottoms == 3);
}
