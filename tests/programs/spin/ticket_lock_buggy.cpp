// Tickets are drawn by reading and writing the next number: two threads can draw the same one, and when the first of
// them is done, nobody ever calls the number of the other again.
// FAILS: livelock no thread will write
#include <atomic>
#include <thread>

static std::atomic<unsigned> next_ticket;
static std::atomic<unsigned> now_serving;
static int counter;

static void enter() {
  const unsigned mine = next_ticket.load();
  next_ticket.store(mine + 1);
  while (now_serving.load() != mine) {
  }
  ++counter;
  now_serving.store(mine + 1);
}

int main() {
  std::thread other(enter);
  enter();
  other.join();
}
