// A node is handed over before it is complete: the store that publishes it is relaxed.
#include <pthread.h>

struct Node {
  int key;
  int value;
};

static Node* published;

static Node* make_node(int key) { return new Node{.key = key, .value = 0}; }

static void* produce(void*) {
  Node* node = make_node(7);
  node->value = 42;
  __atomic_store_n(&published, node, __ATOMIC_RELAXED);
  return nullptr;
}

int main() {
  pthread_t producer;
  pthread_create(&producer, nullptr, produce, nullptr);
  int value = 42;
  if (const Node* node = __atomic_load_n(&published, __ATOMIC_ACQUIRE)) {
    value = node->value;
  }
  pthread_join(producer, nullptr);
  return value == 42 ? 0 : 1;
}
