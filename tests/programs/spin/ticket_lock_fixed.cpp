// Everybody draws a number of his own and waits until it is called.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> next_ticket;
static std::atomic<unsigned> now_serving;
static int inside;

static void enter() {
  const unsigned mine = next_ticket.fetch_add(1);
  while (now_serving.load() != mine) {
  }
  ++inside;
  assert(inside == 1);
  --inside;
  now_serving.store(mine + 1);
}

int main() {
  std::thread first(enter);
  std::thread second(enter);
  enter();
  first.join();
  second.join();
}
