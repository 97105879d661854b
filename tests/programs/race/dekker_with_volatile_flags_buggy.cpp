// Who wants in says so in a volatile flag and looks at the other's: volatile is not atomic.
// FAILS: data-race
// VARIABLE: wants
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static volatile bool wants[2];
static std::atomic<int> entered;

static void enter(int self) {
  wants[self] = true;      // REPORTED
  if (!wants[1 - self]) {  // REPORTED
    assert(entered.fetch_add(1) == 0);
  }
}

int main() {
  std::thread one(enter, 0);
  std::thread two(enter, 1);
  one.join();
  two.join();
}
