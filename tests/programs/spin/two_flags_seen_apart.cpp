// A thread that waits for one of two flags may have looked at the first before both are set.
// FAILS: assertion first_seen
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> first;
static std::atomic<bool> second;

int main() {
  std::thread other([] {
    first.store(true);
    second.store(true);
  });
  bool first_seen = false;
  bool second_seen = false;
  do {
    first_seen = first.load();
    second_seen = second.load();
  } while (!first_seen && !second_seen);
  assert(first_seen);  // REPORTED
  other.join();
}
