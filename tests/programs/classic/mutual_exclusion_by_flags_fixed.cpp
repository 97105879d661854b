// Peterson's algorithm: each raises its flag, gives the other precedence, and then looks.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> wants[2];
static std::atomic<int> precedence;
static std::atomic<int> inside;

static void enter(int self) {
  for (int round = 0; round < 4; ++round) {
    wants[self] = true;
    precedence = 1 - self;
    while (wants[1 - self] && precedence == 1 - self) std::this_thread::yield();
    assert(++inside == 1);
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
