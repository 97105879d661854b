// A variant changes its type when the other thread, which asks for it, is joined.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>
#include <variant>

static std::variant<int, double> value = 1;
static std::atomic<int> seen;

int main() {
  std::thread reader([] { seen = value.index() == 0 ? 1 : 2; });
  reader.join();
  value.emplace<double>(2.0);
  assert(seen != 0);
}
