// A function-local static is constructed once, by one thread, while the others wait for it.
// CHECK: passes
#include <cassert>
#include <string>
#include <thread>
#include <vector>

static int constructions;

struct Slow {
  Slow() {
    ++constructions;
    std::this_thread::yield();
    value = std::string(20, 'x');
  }
  std::string value;
};

static const Slow& instance() {
  static Slow slow;
  return slow;
}

int main() {
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back([] { assert(instance().value.size() == 20); });
  }
  assert(constructions == 1);
}
