// Who waits for its ticket loads relaxed; drawing it with acquire does not help.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> next_ticket;
static std::atomic<int> now_served;
static int counter;

static void add() {
  const int ticket = next_ticket.fetch_add(1, std::memory_order_acquire);
  while (now_served.load(std::memory_order_relaxed) != ticket) {
  }
  ++counter;  // REPORTED
  now_served.store(ticket + 1, std::memory_order_release);
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 2);
}
