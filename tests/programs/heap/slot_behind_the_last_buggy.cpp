// There is room when it is asked for, but not when it is used.
// FAILS: heap-overflow
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> used = 4;
static int* slots;

static void put(int value) {
  if (used < 5) {
    slots[used++] = value;  // REPORTED
  }
}

int main() {
  slots = new int[5]();
  std::thread other(put, 1);
  put(2);
  other.join();
  assert(slots[4] == 1 || slots[4] == 2);
  delete[] slots;
}
