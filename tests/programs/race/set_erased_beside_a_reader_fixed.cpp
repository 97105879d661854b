// A set is erased from when the other thread, which asks for its size, is joined.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <set>
#include <thread>

static std::set<int> names = {1, 2, 3};

int main() {
  std::thread reader([] { assert(names.size() >= 2); });
  reader.join();
  names.erase(2);
}
