// Room is taken by the same operation that asks for it.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> used = 4;
static int* slots;

static void put(int value) {
  const int slot = used++;
  if (slot < 5) slots[slot] = value;
}

int main() {
  slots = new int[5]();
  std::thread other(put, 1);
  put(2);
  other.join();
  assert(slots[4] == 1 || slots[4] == 2);
  delete[] slots;
}
