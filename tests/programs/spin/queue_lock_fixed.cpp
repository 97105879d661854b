// A queue lock (Mellor-Crummey and Scott): each thread waits for a flag in its own node.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> waits{false};
};
static std::atomic<Node*> tail;
static int inside;

static void enter() {
  Node self;
  if (Node* before = tail.exchange(&self); before != nullptr) {
    self.waits.store(true);
    before->next.store(&self);
    while (self.waits.load()) {
    }
  }
  ++inside;
  assert(inside == 1);
  --inside;
  Node* expected = &self;
  if (self.next.load() == nullptr && tail.compare_exchange_strong(expected, nullptr)) {
    return;
  }
  while (self.next.load() == nullptr) {
  }
  self.next.load()->waits.store(false);
}

int main() {
  std::thread first(enter);
  std::thread second(enter);
  enter();
  first.join();
  second.join();
}
