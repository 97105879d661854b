// The same, with the lock taken by one exchange, which is tried only when the lock looks free.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> locked;
static int inside;

static void enter() {
  do {
    while (locked.load()) {
    }
  } while (locked.exchange(true));
  ++inside;
  assert(inside == 1);
  --inside;
  locked.store(false);
}

int main() {
  std::thread other(enter);
  enter();
  other.join();
}
