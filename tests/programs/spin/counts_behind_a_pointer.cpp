// It looks like a loop that waits, for nobody, but what the pointer calls is not instrumented and counts, or is called
// back by such a function.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> done;
static int ticks;
static int polls;

static bool is_done() { return done.load(); }

__attribute__((annotate("heddle.ignore"), noinline)) static bool tick() { return ++ticks < 20; }

__attribute__((annotate("heddle.ignore"), noinline)) static bool is_done_at_last() {
  return is_done() || ++polls == 20;
}

int main() {
  bool (*volatile counter)() = tick;
  bool (*volatile poller)() = is_done_at_last;
  std::thread other([&] {
    while (!is_done() && counter()) {
    }
    while (!poller()) {
    }
  });
  other.join();
  assert(ticks == 20);
  assert(polls == 20);
}
