// Both threads look at the other's flag before they raise their own, so both get in.
// FAILS: assertion ++inside == 1
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> wants[2];
static std::atomic<int> inside;

static void enter(int self) {
  for (int round = 0; round < 4; ++round) {
    while (wants[1 - self]) std::this_thread::yield();
    wants[self] = true;
    assert(++inside == 1);  // REPORTED
    --inside;
    wants[self] = false;
  }
}

int main() {
  std::thread one(enter, 0);
  std::thread two(enter, 1);
  one.join();
  two.join();
}
