// A lock taken by compare-exchange; what failed to exchange is put back into a variable that has to be reset.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> owner;
static int counter;

static void count(int self) {
  for (int turn = 0; turn < 2; ++turn) {
    int nobody = 0;
    while (!owner.compare_exchange_weak(nobody, self)) {
      nobody = 0;
    }
    ++counter;
    owner.store(0);
  }
}

int main() {
  std::thread first(count, 1);
  std::thread second(count, 2);
  first.join();
  second.join();
  assert(counter == 4);
}
