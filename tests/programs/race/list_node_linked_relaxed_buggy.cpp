// A node is appended to a list by a relaxed store of the pointer to it.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
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
    second.value = 42;  // REPORTED
    first.next.store(&second, std::memory_order_relaxed);
  });
  Node* node = nullptr;
  while (!(node = first.next.load(std::memory_order_acquire))) {
  }
  assert(node->value == 42);  // REPORTED
  appender.join();
}
