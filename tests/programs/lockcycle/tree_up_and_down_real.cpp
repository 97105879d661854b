// A parent locks itself and then its child to count, a child itself and then its parent to leave.
// FAILS: deadlock
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Node {
  std::mutex mutex;
  Node* parent = nullptr;
  std::unique_ptr<Node> child;
  int size = 1;
  int count() {
    std::lock_guard held(mutex);  // REPORTED
    return size + (child ? child->count() : 0);
  }
  void leave() {
    std::lock_guard held(mutex);
    std::lock_guard above(parent->mutex);  // REPORTED
    size = 0;
  }
};

int main() {
  Node root;
  root.child = std::make_unique<Node>();
  root.child->parent = &root;
  std::thread counter([&root] { assert(root.count() >= 1); });
  std::thread leaver([&root] { root.child->leave(); });
  counter.join();
  leaver.join();
}
