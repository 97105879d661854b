// A function-local static whose initialiser throws is initialised by the next thread that comes.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>
#include <vector>

static int attempts;

static int initialise() {
  if (++attempts < 3) throw std::runtime_error("not yet");
  return attempts;
}

static int value() {
  static int value = initialise();
  return value;
}

int main() {
  std::atomic<int> caught = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        try {
          assert(value() == 3);
        } catch (const std::runtime_error&) {
          ++caught;
        }
      });
    }
  }
  assert(attempts == 3 && caught == 2);
}
