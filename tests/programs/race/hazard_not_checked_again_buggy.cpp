// The reader announces which node it uses, but does not look whether it was replaced before that.
// FAILS: data-race
// VARIABLE: value
// TSAN: race
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
    assert(node->value != 0);  // REPORTED
    hazard = nullptr;
  });
  current = &nodes[1];
  if (hazard != &nodes[0]) nodes[0].value = 3;  // REPORTED
  reader.join();
}
