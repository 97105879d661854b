// A queue lock (Mellor-Crummey and Scott): who unlocks does not wait for a successor that has taken its place in the
// queue but not said so yet, and nobody ever wakes it.
// FAILS: livelock no thread will write
#include <atomic>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> waits{false};
};
static std::atomic<Node*> tail;

static void enter() {
  Node self;
  if (Node* before = tail.exchange(&self); before != nullptr) {
    self.waits.store(true);
    before->next.store(&self);
    while (self.waits.load()) {
    }
  }
  Node* expected = &self;
  if (self.next.load() == nullptr && tail.compare_exchange_strong(expected, nullptr)) {
    return;
  }
  if (Node* next = self.next.load(); next != nullptr) {
    next->waits.store(false);
  }
}

int main() {
  std::thread first(enter);
  std::thread second(enter);
  first.join();
  second.join();
}
