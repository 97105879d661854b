// A variant changes its type when the other thread, which asks for it, is joined.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <thread>
#include <variant>

static std::variant<int, double> value = 1;

int main() {
  std::thread reader([] { assert(value.index() <= 1); });
  reader.join();
  value.emplace<double>(2.0);
}
