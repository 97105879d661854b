// A slot counts when it is filled.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static int slots[2];
static std::atomic<int> claimed;
static std::atomic<int> filled;

int main() {
  std::thread writer([] {
    const int slot = claimed.fetch_add(1);
    slots[slot] = 42;
    filled.store(slot + 1);
  });
  while (filled.load() == 0) {
  }
  assert(slots[0] == 0 || slots[0] == 42);
  writer.join();
}
