// The second flag was set by who saw the first one relaxed: no chain leads to the first message.
// FAILS: data-race
// VARIABLE: first
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static int first;
static std::atomic<bool> first_ready;
static std::atomic<bool> second_ready;

int main() {
  std::thread sender([] {
    first = 1;  // REPORTED
    first_ready.store(true, std::memory_order_release);
  });
  std::thread middleman([] {
    while (!first_ready.load(std::memory_order_relaxed)) {
    }
    second_ready.store(true, std::memory_order_release);
  });
  while (!second_ready.load(std::memory_order_acquire)) {
  }
  assert(first == 1);  // REPORTED
  sender.join();
  middleman.join();
}
