// A value of any type is reset when the other thread, which asks for it, is joined.
// CHECK: passes
// TSAN: silent
#include <any>
#include <atomic>
#include <cassert>
#include <thread>

static std::any value = 42;
static std::atomic<int> seen;

int main() {
  std::thread reader([] { seen = value.has_value() ? 1 : 2; });
  reader.join();
  value.reset();
  assert(seen != 0);
}
