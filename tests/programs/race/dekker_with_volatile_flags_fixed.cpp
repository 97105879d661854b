// Who wants in says so in an atomic flag and looks at the other's.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> wants[2];
static std::atomic<int> entered;

static void enter(int self) {
  wants[self] = true;
  if (!wants[1 - self]) {
    assert(entered.fetch_add(1) == 0);
  }
}

int main() {
  std::thread one(enter, 0);
  std::thread two(enter, 1);
  one.join();
  two.join();
}
