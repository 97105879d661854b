// A ticket lock calls the next ticket with release; tickets may be drawn relaxed.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> next_ticket;
static std::atomic<int> now_served;
static int counter;

static void add() {
  const int ticket = next_ticket.fetch_add(1, std::memory_order_relaxed);
  while (now_served.load(std::memory_order_acquire) != ticket) {
  }
  ++counter;
  now_served.store(ticket + 1, std::memory_order_release);
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 2);
}
