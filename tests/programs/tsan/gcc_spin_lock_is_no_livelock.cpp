// Built by g++: a thread that waits for another by looking at memory gets on when that one has written.
// CHECK: passes
// COMPILER: g++
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> taken;
static int inside;

static void enter() {
  while (taken.exchange(true)) std::this_thread::yield();
  ++inside;
  taken = false;
}

int main() {
  std::thread one(enter);
  std::thread two(enter);
  one.join();
  two.join();
  assert(inside == 2);
}
