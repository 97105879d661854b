// Readers of an atomic<shared_ptr> see whole objects, and each object is destroyed once.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int> alive;

struct Pair {
  explicit Pair(int value) : first(value), second(value) { ++alive; }
  ~Pair() {
    first = -1;
    --alive;
  }
  int first;
  int second;
};

int main() {
  std::atomic<std::shared_ptr<Pair>> current(std::make_shared<Pair>(0));
  {
    std::jthread writer([&] {
      for (int i = 1; i <= 2; ++i) current.store(std::make_shared<Pair>(i));
    });
    std::jthread changer([&] {
      auto seen = current.load();
      current.compare_exchange_strong(seen, std::make_shared<Pair>(9));
    });
    for (int i = 0; i < 2; ++i) {
      auto seen = current.load();
      assert(seen->first == seen->second && seen->first >= 0);
    }
  }
  assert(alive == 1);
  current.store(nullptr);
  assert(alive == 0);
}
