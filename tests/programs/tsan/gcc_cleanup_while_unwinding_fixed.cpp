// Built by g++: exceptions run destructors that count atomically.
// CHECK: passes
// COMPILER: g++
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>

static std::atomic<int> destroyed;

struct Counted {
  ~Counted() { ++destroyed; }
};

[[gnu::noinline]] static void fail(int depth) {
  const Counted counted;
  if (depth > 0) throw std::runtime_error("as intended");
}

static void attempt() {
  try {
    fail(1);
  } catch (const std::runtime_error&) {
  }
}

int main() {
  std::thread one(attempt);
  std::thread two(attempt);
  one.join();
  two.join();
  assert(destroyed == 2);
}
