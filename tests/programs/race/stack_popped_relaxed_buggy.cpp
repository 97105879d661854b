// The top of a lock-free stack is loaded relaxed before what it points to is read.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
};

static Node node;
static std::atomic<Node*> head;

int main() {
  std::thread pusher([] {
    node.value = 42;  // REPORTED
    head.store(&node, std::memory_order_release);
  });
  Node* top = head.load(std::memory_order_relaxed);
  while (!top || !head.compare_exchange_weak(top, nullptr, std::memory_order_relaxed)) {
    top = head.load(std::memory_order_relaxed);
  }
  assert(top->value == 42);  // REPORTED
  pusher.join();
}
