// A node is pushed on a lock-free stack by a relaxed compare-exchange.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
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
    node.value = 42;  // REPORTED
    Node* first = head.load(std::memory_order_relaxed);
    while (!head.compare_exchange_weak(first, &node, std::memory_order_relaxed)) {
    }
  });
  Node* popped = nullptr;
  while (!popped) {
    popped = head.exchange(nullptr, std::memory_order_acquire);
  }
  assert(popped->value == 42);  // REPORTED
  pusher.join();
}
