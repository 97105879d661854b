// The reader announces which node it uses, and looks whether it is still the current one.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
};

static Node nodes[2] = {{1}, {2}};
static std::atomic<Node*> current = &nodes[0];
static std::atomic<Node*> hazard;

int main() {
  std::thread reader([] {
    Node* node = current;
    hazard = node;
    if (current == node) assert(node->value != 0);
    hazard = nullptr;
  });
  current = &nodes[1];
  if (hazard != &nodes[0]) nodes[0].value = 3;
  reader.join();
}
