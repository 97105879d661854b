// It looks like a loop that waits, for nobody, but it is in a function without instrumentation, which calls back and
// counts.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> done;
static int polls;

static bool is_done() {
  std::this_thread::yield();
  return done.load();
}

__attribute__((annotate("heddle.ignore"), noinline)) static void poll_twenty_times(bool (*poll)()) {
  while (polls < 20 && !poll()) {
    polls = polls + 1;
  }
}

int main() {
  std::thread other([] { poll_twenty_times(is_done); });
  other.join();
  assert(polls == 20);
}
