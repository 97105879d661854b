// The top of a lock-free stack is acquired before what it points to is read.
// CHECK: passes
// TSAN: silent
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
    node.value = 42;
    head.store(&node, std::memory_order_release);
  });
  Node* top = head.load(std::memory_order_acquire);
  while (!top || !head.compare_exchange_weak(top, nullptr, std::memory_order_relaxed)) {
    top = head.load(std::memory_order_acquire);
  }
  assert(top->value == 42);
  pusher.join();
}
