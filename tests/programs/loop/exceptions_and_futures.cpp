// In the test loop: exceptions cross threads through futures.
// CHECK: passes
// LOOP: safe
#include <heddle/heddle.h>

#include <cassert>
#include <future>
#include <stdexcept>

static void test() {
  auto good = std::async(std::launch::async, [] { return 1; });
  auto bad = std::async(std::launch::async, []() -> int { throw std::runtime_error("bad"); });
  int caught = 0;
  try {
    bad.get();
  } catch (const std::runtime_error&) {
    caught = 1;
  }
  assert(good.get() == 1 && caught == 1);
}

int main() {
  do {
    heddle_start();
    test();
  } while (heddle_restart());
}
