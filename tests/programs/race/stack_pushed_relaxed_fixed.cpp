// A node is pushed on a lock-free stack by a compare-exchange that releases.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value = 0;
  Node* next = nullptr;
};

static std::atomic<Node*> head;
static Node node;

int main() {
  std::thread pusher([] {
    node.value = 42;
    Node* first = head.load(std::memory_order_relaxed);
    while (!head.compare_exchange_weak(first, &node, std::memory_order_release, std::memory_order_relaxed)) {
    }
  });
  Node* popped = nullptr;
  while (!popped) {
    popped = head.exchange(nullptr, std::memory_order_acquire);
  }
  assert(popped->value == 42);
  pusher.join();
}
