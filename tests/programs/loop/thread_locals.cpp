// In the test loop: thread_local objects start anew in every thread of every pass and are destroyed.
// CHECK: passes
// LOOP: safe
#include <heddle/heddle.h>

#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> destroyed;

struct Counting {
  ~Counting() { ++destroyed; }
  int uses = 0;
};

static thread_local Counting counting;

static void use() {
  for (int i = 0; i < 2; ++i) ++counting.uses;
  assert(counting.uses == 2);
}

int main() {
  do {
    destroyed = 0;
    heddle_start();
    std::thread one(use);
    std::thread two(use);
    one.join();
    two.join();
    assert(destroyed == 2);
  } while (heddle_restart());
}
