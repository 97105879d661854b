// A node is appended to a list by a store with release of the pointer to it.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value = 0;
  std::atomic<Node*> next = nullptr;
};

static Node first;
static Node second;

int main() {
  std::thread appender([] {
    second.value = 42;
    first.next.store(&second, std::memory_order_release);
  });
  Node* node = nullptr;
  while (!(node = first.next.load(std::memory_order_acquire))) {
  }
  assert(node->value == 42);
  appender.join();
}
