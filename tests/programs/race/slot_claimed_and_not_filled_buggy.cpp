// A slot counts as soon as it is claimed; whoever sees the count reads it while it is filled.
// FAILS: data-race
// VARIABLE: slots
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int slots[2];
static std::atomic<int> claimed;

int main() {
  std::thread writer([] {
    const int slot = claimed.fetch_add(1);
    slots[slot] = 42;  // REPORTED
  });
  while (claimed.load() == 0) {
  }
  assert(slots[0] == 0 || slots[0] == 42);  // REPORTED
  writer.join();
}
