// A queue lock (MCS) hands over to the next in the queue relaxed.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  std::atomic<Node*> next = nullptr;
  std::atomic<bool> waits = true;
};

static std::atomic<Node*> tail;
static int counter;

static void add() {
  Node self;
  if (Node* before = tail.exchange(&self, std::memory_order_acq_rel)) {
    before->next.store(&self, std::memory_order_release);
    while (self.waits.load(std::memory_order_acquire)) {
    }
  }
  ++counter;  // REPORTED
  Node* last = &self;
  if (tail.compare_exchange_strong(last, nullptr, std::memory_order_relaxed)) return;
  Node* next = nullptr;
  while (!(next = self.next.load(std::memory_order_acquire))) {
  }
  next->waits.store(false, std::memory_order_relaxed);
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(counter == 2);
}
