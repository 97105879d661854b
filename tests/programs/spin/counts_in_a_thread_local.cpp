// It looks like a loop that waits, for nobody, but it counts in a variable of the thread, whose accesses are not
// announced.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> done;
static thread_local int attempts;

static void wait() {
  while (!done.load()) {
    std::this_thread::yield();
    if (++attempts == 20) {
      break;
    }
  }
  assert(attempts == 20);
}

int main() {
  std::thread other(wait);
  wait();
  other.join();
}
