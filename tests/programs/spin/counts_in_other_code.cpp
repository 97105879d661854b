// It looks like a loop that waits, for nobody, but a function without instrumentation counts.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> done;
static int ticks;

__attribute__((annotate("heddle.ignore"), noinline)) static bool tick() { return ++ticks < 20; }

static void wait() {
  while (!done.load() && tick()) {
    std::this_thread::yield();
  }
}

int main() {
  std::thread other(wait);
  other.join();
  assert(ticks == 20);
}
