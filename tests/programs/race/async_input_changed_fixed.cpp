// The input of an asynchronous call is changed when its result is there.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <future>

static int input = 1;

int main() {
  auto result = std::async(std::launch::async, [] { return input * 2; });
  assert(result.get() == 2);
  input += 4;
}
