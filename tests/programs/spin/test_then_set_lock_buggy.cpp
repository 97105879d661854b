// A lock taken by looking first and setting it then: two threads look before either of them sets it.
// FAILS: assertion inside == 1
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> locked;
static int inside;

static void enter() {
  while (locked.load()) {
  }
  locked.store(true);
  ++inside;
  assert(inside == 1);  // REPORTED
  --inside;
  locked.store(false);
}

int main() {
  std::thread other(enter);
  enter();
  other.join();
}
