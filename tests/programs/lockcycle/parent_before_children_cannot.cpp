// The locks of children are taken in any order, but with that of their parent.
// CHECK: passes
#include <memory>
#include <mutex>
#include <thread>

struct Node {
  std::mutex mutex;
  int value = 0;
  std::unique_ptr<Node> children[2];
};

static void move(Node& parent, int from, int to) {
  std::lock_guard above(parent.mutex);
  std::lock_guard source(parent.children[from]->mutex);
  std::lock_guard target(parent.children[to]->mutex);
  --parent.children[from]->value;
  ++parent.children[to]->value;
}

int main() {
  Node root;
  root.children[0] = std::make_unique<Node>();
  root.children[1] = std::make_unique<Node>();
  std::thread one([&root] { move(root, 0, 1); });
  std::thread two([&root] { move(root, 1, 0); });
  one.join();
  two.join();
}
